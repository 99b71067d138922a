/** Pages do not load third-party content. */

const OWN = /^\/images\/[0-9a-f]{64}$/

export function ownImage(url: string | undefined): string | null {
  return url !== undefined && OWN.test(url) ? url : null
}

export function imagePath(id: string): string {
  return `/images/${id}`
}
