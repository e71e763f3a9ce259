/** Returns a function that reads the result of each request once. Equal requests share the result, also while it is being read. */
export function onceEach<Request extends string | readonly string[], Answer>(
  read: (request: Request) => Promise<Answer>,
): (request: Request) => Promise<Answer> {
  const known = new Map<string, Promise<Answer>>();
  return async (request) => {
    const key = JSON.stringify(request);
    const answer = known.get(key) ?? read(request);
    known.set(key, answer);
    return await answer;
  };
}
