"""One settings module, driven by the environment; docs/settings.md lists every variable."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from ops import embedded

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

VAR_DIR = Path(env.str("TENACE_VAR", default=str(BASE_DIR / "var"))).resolve()
embedded.make_private(VAR_DIR)

DEBUG = env.bool("TENACE_DEBUG", default=False)
DEMO = env.bool("TENACE_DEMO", default=False)
SECRET_KEY = env.str("TENACE_SECRET_KEY", default="") or embedded.secret_key(VAR_DIR)
# Audit entries are linked and backups authenticated with the last of these; the others only check what is older.
INTEGRITY_KEYS = env.list("TENACE_INTEGRITY_KEYS", default=[]) or embedded.integrity_keys(VAR_DIR)

# --- Addresses -------------------------------------------------------------------------------------------------
PUBLIC_URL = env.str("TENACE_PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
BEHIND_TLS = PUBLIC_URL.startswith("https://")
PUBLIC_HOST = embedded.url_host(PUBLIC_URL)
ALLOWED_HOSTS = [
    PUBLIC_HOST,
    "127.0.0.1",
    "localhost",
    "[::1]",
    *env.list("TENACE_ALLOWED_HOSTS", default=[]),
]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
TRUST_PROXY = env.bool("TENACE_TRUST_PROXY", default=False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- Security --------------------------------------------------------------------------------------------------
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = BEHIND_TLS
SECURE_HSTS_PRELOAD = BEHIND_TLS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_TLS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
FILE_UPLOAD_PERMISSIONS = 0o640
UPLOAD_LIMIT = env.int("TENACE_UPLOAD_LIMIT", default=20_000_000)
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("TENACE_WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)
LOGO_LIMIT = 1_000_000

# --- Applications ----------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "jobs",
    "printing",
    "clubs",
    "office",
    "events",
    "scoring",
    "rulings",
    "appeals",
    "points",
    "exchange",
    "ops",
    "core.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "rules.apps.AutodiscoverRulesConfig",
    *embedded.extensions(env.list("TENACE_EXTENSIONS", default=[])),
]
MIDDLEWARE = [
    "core.middleware.ClientAddressMiddleware",
    "core.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "core.middleware.UploadLimitMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "core.middleware.PageAboveMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "clubs.middleware.ActivityMiddleware",
    "clubs.middleware.ActorMiddleware",
    "clubs.middleware.PrivatePageMiddleware",
    "clubs.middleware.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "clubs.middleware.SecondStepMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Innermost of those that change the page, so that the others see it as it is sent; the language is the reader's.
    "clubs.middleware.TextDirectionMiddleware",
    "core.limits.FormLimitMiddleware",
    "core.once_more.OnceMoreMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.context_processors.chrome",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "core.templatetags.components",
                "core.templatetags.page_files",
            ],
        },
    }
]
FORM_RENDERER = "core.forms.Renderer"

# --- Data ------------------------------------------------------------------------------------------------------
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'tenace.sqlite3'}")}
DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "ops.sqlite3"
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = False  # A file does not go away.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    DATABASES["default"]["ENGINE"] = "ops.postgresql"
    DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5} | DATABASES["default"].get("OPTIONS", {})
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = VAR_DIR / "media"
MEDIA_URL = "/media/"
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "ops.static_files.HashedModulesStorage"},
}

WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# Source maps are for developers: not worth the time that compressing them takes.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")

# --- Background work -------------------------------------------------------------------------------------------
REDIS_URL = env.str("REDIS_URL", default="") or embedded.redis_url(VAR_DIR)
CELERY_BROKER_URL = embedded.broker_url(REDIS_URL)
# A broker that does not answer is given up soon: a message only wakes a worker, and the sweep finds every job.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"socket_timeout": 1.0, "socket_connect_timeout": 1.0} if REDIS_URL else embedded.filesystem_transport(VAR_DIR)
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "live"
# A message only wakes a worker; the job row holds the work. So nothing is kept back to be delivered again.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A job that never ends is ended with its process, so that it does not keep a queue for good; its lease does the rest.
CELERY_TASK_TIME_LIMIT = 2 * 60 * 60
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# After each round a copy of everything is written to this folder, best one on another disk. Empty: none. A club's own
# machine has it by itself; a server for many clubs, with PostgreSQL, has backups of its own.
_OWN_MACHINE = DATABASES["default"]["ENGINE"].endswith("sqlite3")
ROUND_COPIES = env.str("TENACE_ROUND_COPIES", default=str(VAR_DIR / "round-copies") if _OWN_MACHINE else "")
# Backups, these copies too, are encrypted with this; authenticated they are in any case.
BACKUP_KEY = env.str("TENACE_BACKUP_KEY", default="")
ROUND_COPIES_KEPT = env.int("TENACE_ROUND_COPIES_KEPT", default=40)
# Where the audit's chains end is added to this file so often, and mailed to this address where there is one.
AUDIT_HEADS = env.str("TENACE_AUDIT_HEADS", default=str(VAR_DIR / "audit-heads.jsonl"))
AUDIT_HEADS_HOURS = env.float("TENACE_AUDIT_HEADS_HOURS", default=6.0)
AUDIT_HEADS_MAIL = env.str("TENACE_AUDIT_HEADS_MAIL", default="")
# What is over is kept so long, then removed by the daily pruning.
KEEP_JOBS_DAYS = env.int("TENACE_KEEP_JOBS_DAYS", default=90)
KEEP_PRINTOUTS_DAYS = env.int("TENACE_KEEP_PRINTOUTS_DAYS", default=30)
KEEP_TOKENS_DAYS = env.int("TENACE_KEEP_TOKENS_DAYS", default=90)
# A report is made in a process of its own, which may take so many megabytes and is ended beyond.
PRINT_MEMORY = env.int("TENACE_PRINT_MEMORY", default=1500)
JOB_SWEEP_SECONDS = env.float("TENACE_JOB_SWEEP_SECONDS", default=10.0)

# --- Cache (rate limits, and what devices at a table were last told: nothing is lost with it) ------------------
CACHES = {
    "default": {"BACKEND": "ops.cache.BriefRedisCache", "LOCATION": REDIS_URL, "OPTIONS": embedded.cache_options()}
    if REDIS_URL
    else {"BACKEND": "ops.cache.JSONFileCache", "LOCATION": VAR_DIR / "cache", "OPTIONS": {"MAX_ENTRIES": 3000}}
}

# --- Accounts --------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["clubs.accounts.AuthenticationBackend"]
PASSWORDS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{PASSWORDS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{PASSWORDS}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{PASSWORDS}.CommonPasswordValidator"},
    {"NAME": f"{PASSWORDS}.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "clubs.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SIGNUP_FORM_CLASS = "clubs.forms.accounts.SignupForm"
ACCOUNT_FORMS = {
    "login": "clubs.forms.sign_in.SignInForm",
    "change_password": "clubs.forms.sign_in.NewPasswordForm",
    "reset_password_from_key": "clubs.forms.sign_in.ForgottenPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Whoever changes a password, an address or the second step is told by mail: it may have been somebody else.
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if BEHIND_TLS else "http"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# Operators and officers of federations sign in with a second step.
SECOND_STEP_REQUIRED = env.bool("TENACE_SECOND_STEP", default=not (DEBUG or DEMO))
MFA_TOTP_ISSUER = "Tenace"
USERSESSIONS_TRACK_ACTIVITY = True
# Without EMAIL_URL mail leaves through the server that is set up on the page for it, and else stays in files.
if env.str("EMAIL_URL", default=""):
    globals().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "clubs.mail.EmailBackend"
EMAIL_FILE_PATH = str(VAR_DIR / "mail")
# A mail server that says nothing is given up after so many seconds, and tried again later.
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("TENACE_FROM_EMAIL", default="Tenace <tenace@localhost>")

# --- Languages and time ----------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- API -------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.api.auth.TokenAuthentication",
        "clubs.api.auth.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.api.parsers.StrictJSONParser"],
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "core.api.searching.FoldedSearch",
        "core.api.pagination.StableOrdering",
    ],
    "DEFAULT_PAGINATION_CLASS": "core.api.pagination.Pagination",
    # What is answered is JSON: there is nothing to choose in the address.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "core.api.schema.TenaceSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "core.api.throttles.AddressThrottle",
        "core.api.throttles.UserThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("TENACE_THROTTLE_ANON", default="120/min"),
        "user": env.str("TENACE_THROTTLE_USER", default="1200/min"),
    },
    "EXCEPTION_HANDLER": "core.api.problems.exception_handler",
}
# How many forms one person may send in a minute, or strangers from one address.
FORM_POSTS = env.int("TENACE_FORM_POSTS", default=240)
# What one table's devices may send and ask for in a minute.
TABLE_POSTS = env.int("TENACE_TABLE_POSTS", default=120)
TABLE_READS = env.int("TENACE_TABLE_READS", default=1200)
SPECTACULAR_SETTINGS = {
    "TITLE": "Tenace API",
    "VERSION": "1",
    "DESCRIPTION": "Clubs, members, roles and regulations. Every refusal is a problem document (RFC 9457).",
    # The first that can say of an object that it may be null.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "MembershipKindEnum": "clubs.models.people.MembershipKind",
        "MembershipStatusEnum": "clubs.models.people.MembershipStatus",
        "JobStateEnum": "jobs.models.JobState",
        "SessionStateEnum": "events.models.sessions.SessionState",
        "ScopeEnum": "core.permissions.SCOPE_CHOICES",
        "SettledEnum": "events.models.money.Settled",
        "HowPaidEnum": "office.models.dues.HowPaid",
        "RenewalAnswerEnum": "office.models.dues.Answer",
        "NameAnswerEnum": "exchange.models.results_imports.Answer",
        "RenewalStateEnum": "office.selectors.renewals.RenewalState",
        "DrawBasisEnum": "scoring.models.matches.Basis",
        "FactsBasisEnum": "rulings.models.rulings.Basis",
        "BoardSourceEnum": "events.models.boards.BoardSource",
        "ScoreSourceEnum": "scoring.models.results.ResultSource",
        "PlayStateEnum": "events.models.plays.PlayState",
        "WishStateEnum": "events.models.contestants.WishState",
        "EntryStateEnum": "scoring.models.results.EntryState",
        "CallStateEnum": "scoring.models.director_calls.CallState",
        "SeatEnum": [("N", "N"), ("E", "E"), ("S", "S"), ("W", "W")],
        "CompassEnum": "rulings.models.rulings.SeatChoice",
        "OneSideEnum": "rulings.models.rulings.ONE_SIDE",
        "RulingStateEnum": "rulings.models.rulings.RulingState",
        "ToldEnum": "rulings.models.rulings.Told",
        "MovementKindEnum": "events.api.serializers.movements.KINDS",
        "UnitEnum": "events.api.serializers.movements.UNITS",
        "PenaltyUnitEnum": "scoring.models.fields.PenaltyUnit",
    },
}

# --- Logs: one JSON object a line, each with the request it belongs to -----------------------------------------
LOG_FORMAT = env.str("TENACE_LOG_FORMAT", default="json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "core.logs.RequestIdFilter"}},
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s %(request_id)s",
        },
        "text": {"format": "%(levelname)s %(name)s [%(request_id)s] %(message)s"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request_id"]},
    },
    "root": {"handlers": ["console"], "level": env.str("TENACE_LOG_LEVEL", default="INFO")},
}
