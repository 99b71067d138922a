export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** Of either side; enough for a banner on the widest screens. */
export const MAX_IMAGE_PIXELS = 4_096
