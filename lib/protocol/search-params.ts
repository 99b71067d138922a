/** The same query with one parameter more, or another. Floor 4, pure. */
export function withParam(params: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(params)
  next.set(name, value)
  return next.toString()
}

/** Next's record of query parameters as the platform's own type; of a repeated one the first counts. Floor 4. */
export function searchParamsOf(record: Record<string, string | string[] | undefined>): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(record)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}
