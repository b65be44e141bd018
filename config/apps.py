from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig
from django.db.backends.signals import connection_created

from ops.embedded import use_whole_statements


class AdminConfig(DjangoAdminConfig):
    default_site = "config.admin.OperatorSite"

    def ready(self) -> None:
        super().ready()
        connection_created.connect(use_whole_statements, dispatch_uid="config.use_whole_statements")
