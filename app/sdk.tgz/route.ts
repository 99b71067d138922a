import { otherMethods, publicRoute } from '#lib/http/responses/other-methods.ts'
import { readSdkArchive } from '#lib/site/sdk-archive.ts'

/** The SDK as a package that npm installs from this address. */
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
