/** Paths of images that are stored on this site. Pages show no others, since they load no third-party content. */
import type { Issue } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'

const STORED_IMAGE = /^\/images\/[0-9a-f]{64}$/

/** Returns the path if it is that of an image stored here, else null. */
export function readImagePath(url: string | undefined): string | null {
  return url !== undefined && STORED_IMAGE.test(url) ? url : null
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
