import { readSdkArchive } from '#lib/kernel/site/sdk-archive.ts'
import { otherMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'

/** Serves the SDK as a package that npm can install from this address. */
export const GET = publicRoute(async () => {
  return new Response(await readSdkArchive(), {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="guildhall-sdk.tgz"',
      'cache-control': 'public, max-age=300',
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
