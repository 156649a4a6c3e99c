#!/usr/bin/env bash
# Makes sure that one thing which pip does not bring is there: python NAME, browser, or postgres.
# On Debian as root it is installed; anywhere else this says what to install, and fails.
set -euo pipefail

install() { # what it is for, then Debian's packages
    local purpose=$1
    shift
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "Missing: $purpose. Install Debian's package(s) $*, or the same for your system, and try again." >&2
        exit 1
    fi
    echo "Installing $* ($purpose)"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

python() {
    if ! command -v "$1" >/dev/null; then
        [ "$1" = python3 ] || { echo "There is no $1 here." >&2 && exit 1; }
        install "Python 3.11 or later" python3 python3-venv
    fi
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "$1 is older than Python 3.11. Name a later one: make PYTHON=python3.12 ..." >&2
        exit 1
    }
    "$1" -c 'import ensurepip, venv' 2>/dev/null || install "virtual environments for $1" python3-venv
}

browser() {
    [ -n "${CREDIT_TEST_BROWSER:-}" ] && return
    for name in chromium-headless-shell chromium chromium-browser; do
        command -v "$name" >/dev/null && return
    done
    install "a browser for the tests" chromium-headless-shell
}

postgres() {
    [ -n "${CREDIT_TEST_POSTGRES_URL:-}" ] && return
    command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null ||
        install "a database server for the tests" postgresql
}

"$@"
