# Makes the wheel `greet`, the lock file and the environment, without network.
python3 - << 'PY'
import zipfile
info = "greet-0.1.0.dist-info"
with zipfile.ZipFile("greet-0.1.0-py3-none-any.whl", "w") as wheel:
    wheel.writestr(zipfile.ZipInfo("greet.py"), "def hello(name):\n    return 'Hello, ' + name\n")
    wheel.writestr(zipfile.ZipInfo(info + "/METADATA"), "Metadata-Version: 2.1\nName: greet\nVersion: 0.1.0\n")
    wheel.writestr(zipfile.ZipInfo(info + "/WHEEL"), "Wheel-Version: 1.0\nGenerator: demo\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    wheel.writestr(zipfile.ZipInfo(info + "/RECORD"), "greet.py,,\n" + info + "/METADATA,,\n" + info + "/WHEEL,,\n" + info + "/RECORD,,\n")
PY
uv sync --offline
# Fills the cache with the interpreters in PATH: the records of the examples must not depend on PATH.
uv python list --offline > /dev/null 2>&1
uv tool run --offline -- ruff@latest --version > /dev/null 2>&1 || true
