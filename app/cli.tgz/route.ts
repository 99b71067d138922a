import { CLI_ARCHIVE } from '#lib/kernel/site/package-archives.ts'
import { otherMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { packageResponse } from '#lib/protocols/http/responses/package-response.ts'

/** Serves the command line as a package that npm can install from this address. */
export const GET = publicRoute((request) => packageResponse(request, CLI_ARCHIVE, 'guildhall-cli.tgz'))

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
