/** A fact about the result of each example of a tool, in their order, or the reason that the example cannot run in CI. */

/** A match of the reply; a file that the call creates, with a match of its content; or the error without a server. */
export type Fact = RegExp | FileFact | Unreachable;

interface FileFact {
  readonly output?: RegExp;
  readonly file: string;
  readonly content?: RegExp;
  readonly isGone?: boolean;
}

/** The error of a program that accepts the command line and then finds no server. */
interface Unreachable {
  readonly unreachable: RegExp;
}

const NO_CLUSTER: Unreachable = { unreachable: /127\.0\.0\.1:1\b.*refused/ };
const NO_ENGINE: Unreachable = { unreachable: /(?:connect|connection).*127\.0\.0\.1:1\b/i };

export const FACTS: Readonly<Record<string, readonly Fact[]>> = {
  date_show: [/^Sunday$/m],
  df_space: [/Filesystem.*\n\S+/],
  du_size: [/^\d+\S*\tproject$/m],
  head_lines: [/^alpha\nbeta\n?$/],
  head_text: [/^one\n?$/],
  ls_list: [/README\.md/],
  sha256sum_check: [/^\(no output\)$/],
  sha256sum_file: [/^[0-9a-f]{64} {2}lines\.txt$/m],
  sha256sum_text: [/^ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad/],
  sort_file: [/^gamma\nbeta\nalpha$/m],
  sort_text: [/^a,9\nb,10$/m],
  stat_file: [/lines\.txt: regular file, 17 bytes/],
  tail_lines: [/^beta\ngamma$/m],
  tail_text: [/^two\n?$/],
  wc_file: [/ 3 +3 +17 lines\.txt/],
  wc_text: [/1 +2 +8/],

  curl_delete: [/^DELETE \/items\/1$/m],
  curl_download: [{ output: /^saved\.txt 10$/m, file: "saved.txt", content: /^GET \/file/ }],
  curl_get: [/^GET \/search\?q=a(%20|\+)b%26c&page=2$/m],
  curl_head: [/^HTTP\/1\.1 200/],
  curl_post_form: [/^POST \/items name=pen&note=blue(%20|\+)%26(%20|\+)red$/m],
  curl_post_json: [/^POST \/items \{"name": "pen"\}$/m],
  curl_put: [/^PUT \/notes\/1 Hello$/m],
  curl_measure: [/"status":200,"ip":"127\.0\.0\.1"/],

  dd_append: [{ file: "notes.txt", content: /^First line\nSecond line\n$/ }],
  dd_create: [{ file: "new.txt", content: /^First line\n$/ }],
  dd_overwrite: [{ file: "notes.txt", content: /^first line\n$/ }],
  dd_read: [/^b{1024}(?!b)/],

  docker_exec: [NO_ENGINE],
  docker_images: [NO_ENGINE],
  docker_inspect: [NO_ENGINE],
  docker_logs: [NO_ENGINE],
  docker_ps: [NO_ENGINE],
  docker_restart: [NO_ENGINE],
  docker_stats: [NO_ENGINE],
  docker_stop: [NO_ENGINE],
  docker_system_df: [NO_ENGINE],
  docker_top: [NO_ENGINE],

  find_delete: [{ output: /^logs\/old\.log$/m, file: "logs/old.log", isGone: true }],
  find_files: [/^(?!.*hidden)[^]*\.\/src\/app\.ts$/m, /^f 2000000 .* logs\/big\.log$/m, /^\.\/empty$/m],
  find_in_files: [/^logs\/app\.log:2:ERROR disk full$/m],

  git_add: [{ file: ".git/index", content: /src\/new\.ts/ }],
  git_blame: [/Ada .* 1\) greet\(you\);/],
  git_branch_create: [{ file: ".git/refs/heads/fix" }],
  git_branch_list: [/^\* main .*Greet by name$/m],
  git_commit: [/\] Fix the greeting$/m],
  git_diff: [/^\+staged$/m, /src\/main\.ts \| 2 \+-/],
  git_discard: [{ file: "src/main.ts", content: /^greet\(you\);/ }],
  git_grep: [/^src\/app\.ts:3:.*a\.b\(c\)$/m],
  git_log: [/^[0-9a-f]+ .*Greet by name$/m, /Author: Ada/],
  git_ls_files: [/^src\/main\.ts$/m],
  git_remote_list: [/^origin\thttps:\/\/example\.com\/project\.git \(fetch\)$/m],
  git_show: [/^greet\(\);$/m],
  git_stash_list: [/^stash@\{0\}: On main: aside$/m],
  git_status: [/^A {2}staged\.txt$/m, /^\?\? src\/new\.ts$/m],
  git_switch: [{ file: ".git/HEAD", content: /refs\/heads\/feature/ }],
  git_tag_list: [/^v1\.0 +First release$/m],
  git_unstage: [{ file: ".git/index", content: /^DIRC(?!.*staged\.txt)/s }],

  image_combine: [{ file: "both.png", content: /^\x89PNG.{12}\0\0\0P\0\0\0\x1e/s }],
  image_compare: [/1200/],
  image_convert: [{ file: "red.jpg", content: /^\xff\xd8/ }],
  image_crop: [{ file: "corner.png", content: /^\x89PNG.{12}\0\0\0\n\0\0\0\n/s }],
  image_info: [/^red\.png: PNG 40x30/m],
  image_resize: [
    { file: "half.png", content: /^\x89PNG.{12}\0\0\0\x14\0\0\0\x0f/s },
    { file: "thumbnail.png", content: /^\x89PNG.{12}\0\0\0\x14\0\0\0\x0f/s },
  ],
  image_rotate: [{ file: "upright.png", content: /^\x89PNG.{12}\0\0\0\x1e\0\0\0\(/s }],

  jq_file: [/^1\.2\.3$/m],
  jq_keys: [/\["users\.0\.name"\]/],
  jq_test: [/^false/],
  jq_text: [/^Ada$/m, /^5$/m],

  kubectl_apply: [NO_CLUSTER],
  kubectl_contexts: [/^staging$/m],
  kubectl_create_configmap: [/^ {2}GREETING: hello, world$/m],
  kubectl_delete: [NO_CLUSTER],
  kubectl_describe: [NO_CLUSTER],
  kubectl_diff: [NO_CLUSTER],
  kubectl_get: [NO_CLUSTER],
  kubectl_kustomize: [/name: test-settings/],
  kubectl_logs: [NO_CLUSTER],
  kubectl_rollout: [NO_CLUSTER],
  kubectl_rollout_status: [NO_CLUSTER],
  kubectl_scale: [NO_CLUSTER],

  rg_count: [/^\.\/src\/app\.ts:1$/m],
  rg_files: [/^\.\/project\/README\.md$/m],
  rg_files_with_matches: [/^\.\/src\/plain\.ts$/m],
  rg_replace_preview: [/^\.\/src\/app\.ts:2:const start\(\) \{\}$/m],
  rg_search: [/^\.\/src\/app\.ts:2:function start/m, /^\.\/src\/app\.ts:3:.*a\.b\(c\)/m],
  rg_types: [/^markdown: /m],

  sox_combine: [{ file: "twice.wav", content: /^RIFF/ }],
  sox_convert: [{ file: "speech.wav", content: /^RIFF.{4}WAVEfmt .{4}\x01\0\x01\0\x80>/s }],
  sox_effects: [{ file: "low.wav", content: /^RIFF/ }],
  sox_generate: [{ file: "a440.wav", content: /^RIFF/ }],
  sox_info: [/^1\.0+$/m, /Sample Rate +: 44100/],
  sox_spectrogram: [{ file: "tone.png", content: /^\x89PNG/ }],
  sox_stats: [/Pk lev dB +-6\.0/],
  sox_trim: [{ file: "part.wav", content: /^RIFF/ }],

  sqlite_check: [/^ok$/m],
  sqlite_execute: [/"changed_rows":1/],
  sqlite_import_csv: [{ file: "shop.db", content: /red/ }],
  sqlite_query: [/"name":"ink","price":9/, /\| *2 *\|/],
  sqlite_schema: [/CREATE TABLE product/],
  sqlite_tables: [/"name":"product","type":"table","columns":2/],

  tar_compare: [/^\(no output\)$/],
  tar_create: [{ output: /^project\/README\.md$/m, file: "new.tar.gz", content: /^\x1f\x8b/ }],
  tar_extract: [{ file: "restored/README.md", content: /^# Project/ }],
  tar_list: [/project\/run\.sh$/m],
  tar_read: [/^# Project$/m],
};

/** Tools whose examples do not run in CI. */
export const NOT_RUN: ReadonlyMap<string, string> = new Map([
  ...["assistant_ask", "assistant_ask_json", "assistant_work"].map((name) => [name, "needs an account and the network"] as const),
  ...["docker_compose_logs", "docker_compose_ps"].map((name) => [name, "needs a Docker engine with the compose plugin"] as const),
]);
