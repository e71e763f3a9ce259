/** Other forms of command lines with the same meaning, by program: `git checkout -b NAME` for `git switch --create NAME`. */

/**
 * Lines of a form, `=`, and the words that it stands for, which do the same or less. `{a}`: one operand; `{a/b}`: one with a slash, in two
 * words; `{-a}`: one option; `{+a}`: one word with a plus; `{*}`: all further words.
 */
const FORMS: Readonly<Record<string, string>> = {
  // If the operand of `checkout` is a path, `switch` fails.
  git: `
    checkout -b {a} {*} = switch --create {a} {*}
    checkout -- {a} {*} = restore -- {a} {*}
    checkout . = restore .
    checkout {a} = switch {a}
    checkout {a} -- = switch {a}
    stash = stash push
    stash {-a} {*} = stash push {-a} {*}
    stash -- {*} = stash push -- {*}
    reset = reset HEAD
    reset {-a} = reset {-a} HEAD
    reset -- {a} {*} = restore --staged -- {a} {*}
    reset HEAD -- {a} {*} = restore --staged -- {a} {*}
    reset HEAD {a} {*} = restore --staged {a} {*}
    config {a} = config --get {a}
    branch -D {*} = branch --delete --force {*}
    tag -a {a} -m {b} = tag {a} -m {b}
    remote show = remote`,
  npm: `
    i {*} = install {*}
    add {*} = install {*}
    list {*} = ls {*}
    ll {*} = ls {*}
    t {*} = test {*}
    start {*} = run start {*}
    run-script {*} = run {*}
    rm {*} = uninstall {*}
    remove {*} = uninstall {*}
    un {*} = uninstall {*}
    up {*} = update {*}
    upgrade {*} = update {*}
    x {*} = exec {*}
    info {*} = view {*}
    show {*} = view {*}
    v {*} = view {*}
    why {*} = explain {*}
    dist-tag list {*} = dist-tag ls {*}
    owner list {*} = owner ls {*}
    team list {*} = team ls {*}
    org list {*} = org ls {*}
    config ls {*} = config list {*}
    get {*} = config get {*}
    home {*} = docs {*}
    issues {*} = bugs {*}`,
  pnpm: `
    i {*} = install {*}
    rm {*} = remove {*}
    uninstall {*} = remove {*}
    up {*} = update {*}
    ls {*} = list {*}
    t {*} = test {*}
    run-script {*} = run {*}`,
  yarn: `
     = install
    {-a} = install {-a}
    test = run test`,
  cargo: `
    b {*} = build {*}
    c {*} = check {*}
    t {*} = test {*}
    r {*} = run {*}
    d {*} = doc {*}
    rm {*} = remove {*}`,
  docker: `
    container ls {*} = ps {*}
    container list {*} = ps {*}
    container {a} {*} = {a} {*}
    image ls {*} = images {*}
    image rm {*} = rmi {*}
    image {a} {*} = {a} {*}
    network list {*} = network ls {*}
    volume list {*} = volume ls {*}
    info {*} = system info {*}
    events {*} = system events {*}
    buildx build {*} = build {*}`,
  podman: `
    container ls {*} = ps {*}
    container {a} {*} = {a} {*}
    image ls {*} = images {*}
    image rm {*} = rmi {*}
    image {a} {*} = {a} {*}`,
  gh: `
    {a} ls {*} = {a} list {*}
    {a} new {*} = {a} create {*}`,
  kubectl: `
    top pods {*} = top pod {*}
    top nodes {*} = top node {*}
    get {a/b} {*} = get {a/b} {*}
    describe {a/b} {*} = describe {a/b} {*}
    delete {a/b} {*} = delete {a/b} {*}
    scale {a/b} {*} = scale {a/b} {*}
    scale {-a} {a/b} = scale {-a} {a/b}
    rollout {a} {a/b} {*} = rollout {a} {a/b} {*}`,
  helm: `
    ls {*} = list {*}
    delete {*} = uninstall {*}
    repo ls {*} = repo list {*}
    repo rm {*} = repo remove {*}
    dep {*} = dependency {*}`,
  ip: `
    a = address show
    a {a} {*} = address {a} {*}
    addr = address show
    addr {a} {*} = address {a} {*}
    address = address show
    l = link show
    l {a} {*} = link {a} {*}
    link = link show
    r = route show
    r {a} {*} = route {a} {*}
    route = route show
    neigh = neighbour show
    neigh {a} {*} = neighbour {a} {*}
    rule = rule show`,
  dig: `
    {a} = -q {a}
    {a} {b} = -q {a} -t {b}
    {b} {a} = -q {a} -t {b}
    {+a} {a} = {+a} -q {a}
    {a} {+a} = {+a} -q {a}
    {+a} {a} {b} = {+a} -q {a} -t {b}
    {a} {b} {+a} = {+a} -q {a} -t {b}`,
  // unzip reads `-d` after the archive, too.
  unzip: `
    {a} = -d . {a}
    {-a} {a} = {-a} -d . {a}
    {a} -d {b} = -d {b} {a}
    {-a} {a} -d {b} = {-a} -d {b} {a}`,
};

/** Options of a program with a value in the next word that can precede the subcommand. */
const LEADING_VALUES: Readonly<Record<string, string>> = { git: "-C -c" };

/** Returns the words of other forms of a command line, in the order in which they are tried. Options before the subcommand are kept. */
export function otherForms(program: string, words: readonly string[]): readonly (readonly string[])[] {
  if (!Object.hasOwn(FORMS, program)) return [];
  const start = Object.hasOwn(LEADING_VALUES, program) ? countLeading(words, LEADING_VALUES[program]?.split(" ") ?? []) : 0;
  const [leading, own] = [words.slice(0, start), words.slice(start)];
  const lines = (FORMS[program] ?? "").split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => {
    const [form = "", other = ""] = line.split(" = ").map((side) => side.trim());
    const texts = matchForm(splitTokens(form), own);
    return texts === undefined ? [] : [[...leading, ...splitTokens(other).flatMap((token) => texts.get(token) ?? [token])]];
  });
}

function splitTokens(text: string): readonly string[] {
  return text.split(" ").filter((token) => token !== "");
}

function countLeading(words: readonly string[], valued: readonly string[]): number {
  let count = 0;
  while (words[count]?.startsWith("-") === true) count += valued.includes(words[count] ?? "") ? 2 : 1;
  return count;
}

/** Returns the words of each placeholder, or undefined if the words have another form. */
function matchForm(tokens: readonly string[], words: readonly string[]): ReadonlyMap<string, readonly string[]> | undefined {
  const texts = new Map<string, readonly string[]>();
  let place = 0;
  for (const token of tokens) {
    if (token === "{*}") return texts.set(token, words.slice(place));
    const word = words[place];
    const found = word === undefined ? undefined : matchToken(token, word);
    if (found === undefined) return undefined;
    texts.set(token, found);
    place += 1;
  }
  return place === words.length ? texts : undefined;
}

function matchToken(token: string, word: string): readonly string[] | undefined {
  const isOption = word.startsWith("-") && word !== "-";
  switch (token) {
    case "{a}":
    case "{b}":
      return isOption || word.startsWith("+") ? undefined : [word];
    case "{-a}":
      return isOption && word !== "--" ? [word] : undefined;
    case "{+a}":
      return word.startsWith("+") ? [word] : undefined;
    case "{a/b}":
      return /^[^-/][^/]*\/[^/]+$/.test(word) ? word.split("/") : undefined;
    default:
      return token === word ? [word] : undefined;
  }
}

/** Options of tar with a value, as letters. */
const TAR_VALUES = "bCfFgHIKLNTVX";

/**
 * Returns the words with letters of options that the first word has without a dash as options: `tar xzf a.tar` is `tar -x -z -f a.tar`.
 * Tar always reads the first word so.
 */
export function spellOutLetters(program: string, words: readonly string[]): readonly string[] {
  const [first = "", ...others] = words;
  if (program !== "tar" || !/^[A-Za-z]{1,64}$/.test(first)) return words;
  let place = 0;
  const options = Array.from(first, (letter) =>
    TAR_VALUES.includes(letter) ? [`-${letter}`, ...others.slice(place, ++place)] : [`-${letter}`],
  );
  return [...options.flat(), ...others.slice(place)];
}
