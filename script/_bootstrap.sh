# shellcheck shell=bash
set -euo pipefail
# Shared by the commands beside this file: find a Python, keep .venv in step with the pinned requirements.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"
cd "$ROOT"

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

find_python() {
    local candidate
    for candidate in python3.11 python3 python3.13 python3.12 python; do
        if "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            command -v "$candidate"
            return
        fi
    done
    return 1
}

make_venv() {
    local python
    if [ -x "$PYTHON" ] && "$PYTHON" -m pip --version >/dev/null 2>&1; then
        return
    fi
    python="$(find_python)" || fail "Tenace needs Python 3.11 or newer with its venv module (on Debian: apt-get install python3 python3-venv)."
    echo "Making .venv with $("$python" --version) ..."
    "$python" -m venv --clear "$VENV" >/dev/null 2>&1 ||
        fail "$python could not make .venv: its venv module is missing (on Debian: apt-get install python3-venv) or the disk is full."
}

# install_requirements FILE: pip only runs when FILE is not what was installed last.
install_requirements() {
    local file="$1" stamp log wanted
    stamp="$VENV/.installed-$(basename "$file" .txt)"
    log="$VENV/pip.log"
    wanted="$("$PYTHON" -c 'import hashlib, sys; print(sys.version, hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())' "$file")"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
        return
    fi
    echo "Installing $file (a minute or two the first time) ..."
    if ! "$PYTHON" -m pip install --disable-pip-version-check --no-input -r "$file" >"$log" 2>&1; then
        fail "Installing $file failed; .venv/pip.log has it all. pip's last line: $(grep -v '^ *$' "$log" | tail -n 1)"
    fi
    printf '%s' "$wanted" >"$stamp"
}

# bootstrap FILE: afterwards $PYTHON runs with everything that FILE pins.
bootstrap() {
    make_venv
    install_requirements "$1"
}
