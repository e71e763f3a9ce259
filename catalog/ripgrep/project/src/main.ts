export function start(name: string) {
  // TODO: greet
  return a.b(c);
}
