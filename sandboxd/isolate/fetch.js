/**
 * The `fetch` of a run: the platform's own, which throws with a sentence where the guard refused.
 *
 * A courtesy: what makes a refusal true is outside, in the dispatcher's `globalOutbound` and the guard.
 */
const { fetch: platformFetch } = globalThis

export function makeFetch(isOnline) {
  if (!isOnline) return fetchNothing
  return async (...request) => {
    const response = await platformFetch(...request)
    const refused = response.headers.get('x-guildhall-refused')
    if (refused) throw new TypeError(decodeURIComponent(refused))
    return response
  }
}

async function fetchNothing() {
  throw new TypeError('This SkillSet has declared no hosts that it may reach (permissions.network).')
}
