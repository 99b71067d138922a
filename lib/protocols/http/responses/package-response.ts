import { createHash } from 'node:crypto'
import { type PackageArchive, readPackageArchive } from '../../../kernel/site/package-archives.ts'
import { isKnownEtag } from './contract-response.ts'

/**
 * Answers with a package that npm installs from this address. `Repr-Digest` (RFC 9530) has the hash that npm writes into
 * lockfiles as `integrity`. Throws NOT_FOUND if it has not been built.
 */
export async function packageResponse(
  request: Request,
  archive: PackageArchive,
  fileName: string,
): Promise<Response> {
  const bytes = await readPackageArchive(archive)
  const sha512 = createHash('sha512').update(bytes).digest('base64')
  const headers = {
    etag: `"${sha512.slice(0, 27)}"`,
    'repr-digest': `sha-512=:${sha512}:`,
    // npm asks again after an update of the site.
    'cache-control': 'public, max-age=60, must-revalidate',
  }
  if (isKnownEtag(headers.etag, request.headers.get('if-none-match')))
    return new Response(null, { status: 304, headers })
  return new Response(bytes, {
    headers: {
      ...headers,
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}
