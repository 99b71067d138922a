/** Pages for frames on other sites, without the site's header and footer. */
export function isEmbedPath(path: string): boolean {
  return path.startsWith('/embed/')
}
