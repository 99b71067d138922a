/** Pages do not load third-party content. */
import type { Issue } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'

const OWN = /^\/images\/[0-9a-f]{64}$/

export function ownImage(url: string | undefined): string | null {
  return url !== undefined && OWN.test(url) ? url : null
}

export const IMAGE_FIELDS = ['logoImageUrl', 'bannerImageUrl'] as const

/** Returns a hint for each image that pages will not show. */
export function imageHints(document: JsonObject): Issue[] {
  return IMAGE_FIELDS.flatMap((field) => {
    const url = document[field]
    if (typeof url !== 'string' || !URL.canParse(url)) return []
    const { host, protocol } = new URL(url)
    const message =
      host === '' || !/^https?:$/.test(protocol)
        ? `is not shown: pages only show images stored on this site, and a ${protocol} URL does not name one. Upload it in the studio`
        : `is not shown: pages only show images stored on this site, and this one is on ${host}. Upload it in the studio, or choose “Fetch image” there`
    return [{ path: `/${field}`, keyword: 'hint', message }]
  })
}

export function imagePath(id: string): string {
  return `/images/${id}`
}
