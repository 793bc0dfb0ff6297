/** A route: `GET /api/games/:id`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** The routes of the server, to tell an unknown path from a wrong method. */
export class KnownRoutes {
  readonly #methods = new Map<string, string[]>();
  #patterns: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] | null = null;

  add({ method, path }: Route): void {
    this.#methods.set(path, [...(this.#methods.get(path) ?? []), method]);
    this.#patterns = null;
  }

  /** The methods of the routes at this path; empty if there are none. A route for all paths does not count. */
  methodsAt(path: string): readonly string[] {
    this.#patterns ??= [...this.#methods]
      .filter(([route]) => !route.includes('*'))
      .map(([route, methods]) => [
        new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
        methods,
      ]);
    return this.#patterns.flatMap(([pattern, methods]) => (pattern.test(path) ? methods : []));
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly knownRoutes?: KnownRoutes;
  }
}
