/** A `fetch` that makes refusals readable. They are enforced outside, by the dispatcher's `globalOutbound` and the guard. */
const { fetch: platformFetch } = globalThis

const transient = new WeakSet()

/** Whether a request may succeed if it is sent again: the host could not be reached, or closed the connection. */
export const isTransient = (error) => transient.has(error)

export function createFetch(isOnline) {
  if (!isOnline) return refuseFetch
  return async (...request) => {
    const response = await platformFetch(...request)
    const refused = response.headers.get('x-guildhall-refused')
    if (!refused) return response
    const error = new TypeError(decodeURIComponent(refused))
    if (response.headers.has('x-guildhall-transient')) transient.add(error)
    throw error
  }
}

async function refuseFetch() {
  throw new TypeError('This SkillSet does not declare any hosts in permissions.network.')
}
