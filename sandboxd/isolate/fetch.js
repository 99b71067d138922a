/** Only makes errors readable: the dispatcher's `globalOutbound` and the guard enforce refusals. */
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
  throw new TypeError('This SkillSet does not declare any hosts in permissions.network.')
}
