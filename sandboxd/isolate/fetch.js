/** A `fetch` that makes refusals readable. They are enforced outside, by the dispatcher's `globalOutbound` and the guard. */
const { fetch: platformFetch } = globalThis

export function createFetch(isOnline) {
  if (!isOnline) return refuseFetch
  return async (...request) => {
    const response = await platformFetch(...request)
    const refused = response.headers.get('x-guildhall-refused')
    if (refused) throw new TypeError(decodeURIComponent(refused))
    return response
  }
}

async function refuseFetch() {
  throw new TypeError('This SkillSet does not declare any hosts in permissions.network.')
}
