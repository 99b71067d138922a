/** Where this site is, as others call it. Floor 4. */

/**
 * The origin to write into addresses that leave the site: NEXTAUTH_URL's when it is set, else the host that was
 * called. A caller who lies about the host is answered with their own lie, and nobody else is.
 */
export function publicOrigin(headers: Headers): string {
  const set = process.env.NEXTAUTH_URL
  if (set && URL.canParse(set)) return new URL(set).origin
  const said = `http://${headers.get('host') ?? 'localhost'}`
  return URL.canParse(said) ? new URL(said).origin : 'http://localhost'
}
