import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../errors.ts'

/** The packed SDK, relative to the project. `bin/build-sdk.ts` writes it when dependencies are installed. */
export const SDK_ARCHIVE = 'dist/sdk.tgz'

/** Throws NOT_FOUND if the SDK has not been built, which does not keep a site from starting. */
export async function readSdkArchive(
  file = path.join(process.cwd(), SDK_ARCHIVE),
): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new AppError('NOT_FOUND', {
      message: 'The SDK has not been built on this server.',
      suggestedAction: 'Ask the operator of this site to run “npm run build:sdk”.',
    })
  }
}
