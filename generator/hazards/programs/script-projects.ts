/**
 * Lists test runners, linters, servers and builds of scripting languages, which execute code of their working directory. Their options name a
 * file with code, a plugin or a directory.
 */
import type { ProgramRow } from "./program.ts";
import { operandsFrom, optionsOnly, project, table } from "./program.ts";

/** Returns one row for several subcommands that execute code of the directory. */
export const inProject = (names: string, options = "", directories = ""): ProgramRow => [names, project(options, directories)];

export const SCRIPT_PROJECTS: readonly ProgramRow[] = [
  // JavaScript
  [
    "jest",
    project("-c --config --setupFiles --setupFilesAfterEnv --globalSetup --globalTeardown --reporters --resolver", "--rootDir --roots"),
  ],
  ["vitest", project("-c --config --globalSetup --reporter", "-r --root --dir")],
  ["mocha", { ...project("-r --require --config --file --reporter --ui"), operands: 0 }],
  ["ava jasmine tap tape karma qunit", { ...project("--config --helper --require -r"), operands: 0 }],
  ["eslint eslint_d", project("-c --config --rulesdir --plugin --parser -f --format", "--resolve-plugins-relative-to")],
  ["prettier", project("--config --plugin", "--plugin-search-dir")],
  [
    "stylelint commitlint markdownlint-cli2 textlint lint-staged svgo postcss tailwindcss",
    project("-c --config --custom-syntax --formatter --plugin --rules --use -u"),
  ],
  ["standard xo semantic-release release-it", project("-c --config --plugin")],
  ["webpack webpack-cli webpack-dev-server rspack", project("-c --config --merge --require")],
  ["rollup", project("-c --config -p --plugin --configPlugin")],
  [
    "vite",
    { ...project("-c --config"), subcommands: table([["build dev serve preview optimize", { ...project("-c --config"), operands: 0 }]]) },
  ],
  ["babel babel-node", project("--config-file --plugins --presets")],
  ["gulp", project("-f --gulpfile --require", "--cwd")],
  ["grunt", project("--gruntfile --tasks", "--base")],
  [
    "next nuxt nuxi astro ng vue-cli-service remix gatsby hexo svelte-kit react-scripts parcel storybook docusaurus vuepress vitepress",
    project("-c --config"),
  ],
  ["turbo nx lerna rush wireit", project("", "--cwd --root")],
  ["playwright cypress wdio nightwatch testcafe", project("-c --config --config-file", "-P --project")],
  [
    "tsup tsdown unbuild microbundle ncc wrangler electron-builder electron-forge eleventy metalsmith jsdoc typedoc",
    project("-c --config --plugin"),
  ],
  ["electron nwjs forever pm2 nodemon-run http-server-run", operandsFrom(0)],
  ["pm2 forever", { subcommands: table([["start", operandsFrom(0)]]) }],
  // Python
  ["tox", { ...project("-c --conf", "--root"), subcommands: table([["exec", { ...project("-c --conf"), starts: 0, values: ["-e"] }]]) }],
  ["nox", project("-f --noxfile")],
  ["invoke inv", project("-c --collection", "-r --search-root")],
  ["fab", project("-c --collection -f --fabfile", "-r --search-root")],
  ["doit pyinvoke paver behave nose2 nosetests robot", project("-f --file -c --config")],
  [
    "coverage",
    {
      subcommands: table([
        ["run", { operands: 0, options: ["-m", "--module"], loads: ["--rcfile"], hasScript: true, passesArguments: true }],
      ]),
    },
  ],
  ["mypy dmypy", project("--config-file")],
  ["pylint", project("--init-hook --load-plugins --rcfile")],
  ["flake8", project("--config --append-config")],
  ["sphinx-build sphinx-autobuild", { ...project("-c", "-c"), operands: 0 }],
  ["mkdocs", project("-f --config-file --theme")],
  ["pelican nikola lektor", project("-s --settings -t --theme-path")],
  ["gunicorn", { ...project("-c --config -k --worker-class --env", "--chdir --pythonpath"), operands: 0 }],
  ["uvicorn hypercorn daphne waitress-serve granian", { ...project("-c --config --factory", "--app-dir"), operands: 0 }],
  ["celery", { loads: ["-A", "--app", "--config", "--loader"], ...project("", "--workdir") }],
  ["flask", { loads: ["--app", "-A", "-e", "--env-file"], readsDirectory: true }],
  ["django-admin", { loads: ["--settings"], ...project("", "--pythonpath") }],
  ["scrapy", { readsDirectory: true, subcommands: table([["runspider", operandsFrom(0)]]) }],
  ["alembic", project("-c --config")],
  [
    "pre-commit prek",
    { subcommands: table([inProject("run install install-hooks autoupdate hook-impl", "-c --config"), ["try-repo", operandsFrom(0)]]) },
  ],
  ["lefthook husky overcommit", project()],
  [
    "jupyter",
    {
      subcommands: table([
        ["nbconvert", optionsOnly("--config --template --execute")],
        ["execute run", operandsFrom(0)],
      ]),
      loads: ["--config"],
    },
  ],
  ["jupyter-nbconvert", { ...optionsOnly("--config --template"), operands: 0, enabledBy: ["--execute"] }],
  ["papermill streamlit-run jupyter-execute jupyter-run", operandsFrom(0)],
  ["streamlit chainlit panel bokeh voila", { subcommands: table([["run serve", operandsFrom(0)]]) }],
  [
    "dbt sqlmesh dvc kedro snakemake luigi airflow prefect",
    project("-s --snakefile --module --config", "-d --directory --project-dir --profiles-dir"),
  ],
  // Ruby
  ["rspec", { ...project("-r --require -O --options -f --format", "-I --default-path"), operands: 0 }],
  ["rubocop reek standardrb", project("-r --require -c --config --plugin")],
  [
    "rails bin/rails",
    {
      readsDirectory: true,
      subcommands: table([["runner r", { operands: 0, readsDirectory: true }], inProject("test console server db:migrate routes")]),
    },
  ],
  ["puma unicorn thin sidekiq", { ...project("-C --config -r --require -c", "--dir"), operands: 0 }],
  ["rackup", { ...project("-r --require -e --eval", "-I"), operands: 0 }],
  ["jekyll middleman nanoc", project("--config -c", "-s --source --layouts -p --plugins")],
  ["guard cap mina thor fastlane pod kitchen chef-client cucumber", project("-G -f -c --config --guardfile --require -r", "-C")],
  ["erb haml slim slimrb", operandsFrom(0, "-r")],
  // PHP
  ["phpunit pest paratest", { ...project("--bootstrap -c --configuration --extension", "--include-path"), operands: 0 }],
  ["phpstan psalm rector", project("-c --configuration -a --autoload-file --config --plugin")],
  ["php-cs-fixer", project("--config")],
  ["phpcs phpcbf", project("--standard --bootstrap --sniffs")],
  ["behat codecept phpbench deptrac", project("-c --config --bootstrap")],
  [
    "wp",
    {
      readsDirectory: true,
      loads: ["--require", "--exec", "--path", "--ssh"],
      subcommands: table([
        ["eval eval-file", operandsFrom(0)],
        ["shell", { stdin: "always" }],
      ]),
    },
  ],
  ["drush", { readsDirectory: true, subcommands: table([["php:eval php:script ev scr", operandsFrom(0)]]) }],
];
