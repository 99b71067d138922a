/** Hosts that an admin denied to all skills of the site. */

/**
 * Returns the entry of the list that covers a host; undefined if none does. "example.org" covers itself and every host
 * below it; an address covers only itself.
 */
export function findDenial(host: string, denied: readonly string[]): string | undefined {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  return denied.find((entry) => wanted === entry || wanted.endsWith(`.${entry}`))
}

/** The same sentence at submission, in review, and as the answer to a request. */
export function deniedHostMessage(host: string): string {
  return `Skills on this site may not reach ${host}: its operator denied that host.`
}
