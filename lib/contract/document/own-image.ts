/**
 * Pictures on our own origin. Ground.
 *
 * Nothing on a page may come from a third-party host, so a logo that lives elsewhere is not shown at all.
 */

const OWN = /^\/images\/[0-9a-f]{64}$/

/** The path of an uploaded picture; null for every other URL. */
export function ownImage(url: string | undefined): string | null {
  return url !== undefined && OWN.test(url) ? url : null
}

export function imagePath(id: string): string {
  return `/images/${id}`
}
