/** Traps of Python: modules and configurations of a project that programs import. */
import type { Trap, TrapFile } from "./trap.ts";
import { append } from "./trap.ts";

/** Returns a statement of Python that runs the program of the trap. */
function runs(spring: string): string {
  return `import os\nos.system(${JSON.stringify(spring)})`;
}

/**
 * Returns an executable file that runs the program of the trap, and then Python. By its path: in an environment that is active, the name
 * `python3` would be this file again.
 */
function interpreter(path: string, spring: string): TrapFile {
  return { path, text: `#!/bin/sh\n${spring}\nexec /usr/bin/python3 "$@"\n`, isExecutable: true };
}

/** The traps of Python. */
export const pythonTraps: readonly Trap[] = [
  {
    id: "python-module",
    shows: "a module of the directory with the name of a standard one, calendar.py",
    programs: ["python", "python3"],
    plant: (spring) => [{ path: "calendar.py", text: `${runs(spring)}\n` }],
  },
  {
    id: "pytest-conftest",
    shows: "conftest.py",
    programs: ["pytest", "py.test", "tox", "nox", "python", "python3"],
    plant: (spring, read) => [append("conftest.py", runs(spring))(read)],
  },
  {
    id: "pip-setup",
    shows: "setup.py",
    programs: ["pip", "pip3", "uv", "pipx", "poetry", "python", "python3"],
    plant: (spring, read) => [append("setup.py", `${runs(spring)}\nfrom setuptools import setup\nsetup(name="trap")`)(read)],
  },
  {
    id: "pip-build-backend",
    shows: "build-backend of pyproject.toml",
    programs: ["pip", "pip3", "uv", "pipx", "poetry"],
    plant: (spring) => [
      { path: "pyproject.toml", text: '[build-system]\nrequires = []\nbuild-backend = "trap_backend"\nbackend-path = ["."]\n' },
      { path: "trap_backend.py", text: `${runs(spring)}\n` },
    ],
  },
  {
    id: "mypy-plugin",
    shows: "plugins of mypy.ini",
    programs: ["mypy", "dmypy"],
    plant: (spring) => [
      { path: "mypy.ini", text: "[mypy]\nplugins = ./trap_plugin.py\n" },
      {
        path: "trap_plugin.py",
        text: `${runs(spring)}\nfrom mypy.plugin import Plugin\ndef plugin(version):\n    return Plugin\n`,
      },
    ],
  },
  {
    id: "mypy-python",
    shows: "python_executable of mypy.ini",
    programs: ["mypy", "dmypy"],
    plant: (spring, read) => [
      interpreter("trap-mypy-python", spring),
      // `mypy-plugin` wrote the file, with only this section.
      append("mypy.ini", `${read("mypy.ini") === undefined ? "[mypy]\n" : ""}python_executable = ./trap-mypy-python`)(read),
    ],
  },
  {
    id: "venv-python",
    shows: ".venv/bin/python",
    programs: ["uv"],
    plant: (spring) => [interpreter(".venv/bin/python", spring), { path: ".venv/pyvenv.cfg", text: "home = /usr/bin\n" }],
  },
  {
    id: "python-version",
    shows: "a path in .python-version",
    programs: ["uv"],
    plant: (spring) => [interpreter("trap-pinned-python", spring), { path: ".python-version", text: "./trap-pinned-python\n" }],
  },
  {
    id: "ansible-inventory",
    shows: "inventory of ansible.cfg",
    programs: ["ansible", "ansible-inventory", "ansible-playbook"],
    plant: (spring) => [
      { path: "ansible.cfg", text: "[defaults]\ninventory = ./trap-inventory\n" },
      { path: "trap-inventory", text: `#!/bin/sh\n${spring}\necho '{}'\n`, isExecutable: true },
    ],
  },
];
