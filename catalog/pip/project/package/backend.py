"""Builds the wheel of this project, so that the examples need no build tool."""

import pathlib
import zipfile

NAME = "demo_greeting-1.0-py3-none-any.whl"
INFO = "demo_greeting-1.0.dist-info"
WHEEL = "Wheel-Version: 1.0\nGenerator: demo\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
METADATA = "Metadata-Version: 2.1\nName: demo-greeting\nVersion: 1.0\nSummary: A greeting\n"


def write(directory, files):
    with zipfile.ZipFile(pathlib.Path(directory) / NAME, "w") as archive:
        record = "".join(f"{name},,\n" for name in [*files, f"{INFO}/RECORD"])
        for name, text in {**files, f"{INFO}/WHEEL": WHEEL, f"{INFO}/METADATA": METADATA, f"{INFO}/RECORD": record}.items():
            archive.writestr(name, text)
    return NAME


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory, {"demo_greeting/__init__.py": pathlib.Path("demo_greeting/__init__.py").read_text()})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write(wheel_directory, {"demo_greeting.pth": str(pathlib.Path.cwd())})
