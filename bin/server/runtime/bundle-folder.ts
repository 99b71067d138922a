/** Null in a program that runs from its sources. `bundle-programs.ts` replaces this module. */
export const BUNDLE_FOLDER: string | null = null
