/** Lists further programs that start others: recorders, profilers and schedulers of clusters; further languages; builders of packages and images. */
import type { ProgramRow } from "./program.ts";
import { interpreter, launcher, operandsFrom, optionsOnly, project, table } from "./program.ts";

export const RECORDERS: readonly ProgramRow[] = [
  ["asciinema termtosvg", { subcommands: table([["rec stream session", optionsOnly("-c --command")]]) }],
  ["gotty websocketd byobu eatmydata nocache systemd-inhibit systemd-cat ifne pee run-one run-this-one lckdo retry", launcher],
  ["ttyd", { ...launcher, values: ["-p", "-i", "-u", "-g", "-b", "-I", "-c", "-t", "-w"] }],
  ["mispipe", operandsFrom(0)],
  ["timelimit", { ...launcher, values: ["-t", "-T", "-s", "-S"] }],
  ["cgexec", { ...launcher, values: ["-g"] }],
  [
    "py-spy samply austin memray scalene kernprof viztracer fil-profile pyinstrument",
    {
      operands: 0,
      starts: 0,
      subcommands: table([
        ["record run stat top live", { operands: 0, starts: 0 }],
        ["flamegraph table tree stats", {}],
      ]),
    },
  ],
  ["pyinstaller nuitka", operandsFrom(0, "--additional-hooks-dir --runtime-hook")],
  ["srun salloc sbatch qsub bsub condor_submit", { operands: 0, options: ["--wrap", "--prolog", "--epilog", "--task-prolog"] }],
  ["mpirun mpiexec orterun", { ...launcher, values: ["-n", "-np", "-H", "--host", "--hostfile"], options: ["--app"] }],
  [
    "torchrun accelerate horovodrun deepspeed spark-submit spark-shell pyspark hadoop flink",
    operandsFrom(0, "-m --module -i --py-files --jars"),
  ],
  ["nextflow cwltool toil", { operands: 0, loads: ["-c", "-C"] }],
  ["sshuttle", optionsOnly("-e --ssh-cmd")],
  ["hping3", operandsFrom(0)],
  ["vmrun", operandsFrom(2)],
];

export const FURTHER_LANGUAGES: readonly ProgramRow[] = [
  ["jruby truffleruby", interpreter("-e", { loads: "-r -I" })],
  ["ecl abcl ccl gcl gsi csi chibi-scheme mit-scheme scheme chez kawa", interpreter("-e --eval -eval -f -x --load -load")],
  ["janet fennel newlisp picolisp hy pike rexx moon wren io", interpreter("-e -c --eval --load -l")],
  ["kak micro ne joe", { operands: 0, isOptionLike: true, options: ["-e", "-E"] }],
  ["asy", operandsFrom(0, "-c -command -autoplain")],
  [
    "dart",
    {
      operands: 0,
      subcommands: table([
        ["run test", { ...project(), operands: 0 }],
        ["format analyze doc info", {}],
      ]),
    },
  ],
];

export const BUILDERS: readonly ProgramRow[] = [
  [
    "flutter west expo react-native cordova ionic",
    {
      readsDirectory: true,
      subcommands: table([
        ["run test build drive assemble start", { readsDirectory: true }],
        ["doctor devices channel config --version", { safeOptions: ["--version"] }],
      ]),
    },
  ],
  ["pio platformio idf.py bitbake", project("-c --project-conf", "-d --project-dir -C")],
  ["xcodebuild", project("-project -workspace -xcconfig")],
  ["qmake autoreconf autoconf automake aclocal", { ...project("-spec -I --prepend-include"), operands: 0 }],
  ["node-gyp prebuild prebuildify node-pre-gyp", project("", "-C --directory")],
  ["rpmspec", { operands: 0, loads: ["-D", "--define", "--load", "--macros"] }],
  ["alien gdebi pbuilder cowbuilder sbuild", operandsFrom(0, "-i --configfile --hookdir --chroot-setup-commands --pre-build-commands")],
  ["debootstrap mmdebstrap", operandsFrom(3, "--setup-hook --customize-hook --hook-dir")],
  ["gbp dgit", project("--git-builder --git-pristine-tar-commit --git-postbuild --git-prebuild --git-hooks")],
  ["etckeeper mkinitcpio dracut", project("-c --conf --config -H --hookdir", "-d")],
  ["cloud-init", optionsOnly("--file -f --config-file")],
  ["dockerd containerd", optionsOnly("--config-file -c --config --add-runtime --default-runtime")],
  ["jenkins-cli", { subcommands: table([["groovy groovysh", { operands: 0, stdin: true }]]) }],
  ["ansible-lint molecule", project("-c --config-file -r --rules-dir -R")],
];
