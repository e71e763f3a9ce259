import { expect, it } from "vitest";
import { findVersion } from "../../generator/import/crawl/program-version.ts";

it("finds the version number of a program in a text", () => {
  const cases = [
    ["git", "git version 2.39.5", "2.39.5"],
    ["go", "go version go1.26.8 linux/amd64", "1.26.8"],
    ["ssh", "OpenSSH_9.2p1 Debian-2", "9.2"],
    ["pip", "pip 23.2.1 from /usr/lib/python3.11 (python 3.11)", "23.2.1"],
    ["tool", "listening on 10.0.0.1#53", undefined],
    ["tool", "UDP setup with 10.0.0.1#53(10.0.0.1) for version", undefined],
    ["tool", "tool: no answer from 10.0.0.1", undefined],
    ["browser", "Browser 120.0.6099.109", "120.0.6099.109"],
    ["tool", "tool v1.2.3.4", "1.2.3.4"],
    ["tool", "no number", undefined],
    ["/usr/bin/pandoc", "pandoc 2.17.1.1\nCompiled with pandoc-types 1.22.2.1, texmath 0.12.4", "2.17.1.1"],
    ["cabal", "cabal version 3.4.1.0\n", "3.4.1.0"],
    ["mariadb", "mariadb  Ver 15.1 Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)", "10.11.19"],
    ["mysql", "mysql  Ver 8.0.33 for Linux on x86_64", "8.0.33"],
    ["ping", "ping from iputils 20221126\nlibcap: yes, IDN: yes", "20221126"],
    ["less", "less 590 (GNU regular expressions)\nCopyright (C) 1984-2021  the author", "590"],
    ["systemctl", "systemd 252 (252.38-1~deb12u1)", "252.38"],
    ["udevadm", "252\n", "252"],
    ["tool", "tool 3 files read", undefined],
  ] as const;
  expect(cases.map(([program, text]) => [program, text, findVersion([text], program)])).toEqual(cases);
});
