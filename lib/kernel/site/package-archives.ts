import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../errors.ts'

/** The packed SDK, relative to the project. `bin/build-sdk.ts` writes it when dependencies are installed. */
export const SDK_ARCHIVE = 'dist/sdk.tgz'

/** The packed command line; `bin/build-cli.ts` writes it. */
export const CLI_ARCHIVE = 'dist/cli.tgz'

/** The script and the style sheet of the frame for MCP clients; `bin/build-app.ts` writes them. */
export const APP_FOLDER = 'dist/skill-app'

// biome-ignore format: table
const ARCHIVES = {
  [SDK_ARCHIVE]: { title: 'The SDK',          script: 'build:sdk' },
  [CLI_ARCHIVE]: { title: 'The command line', script: 'build:cli' },
}

export type PackageArchive = keyof typeof ARCHIVES

/** Throws NOT_FOUND if the package has not been built, which does not keep a site from starting. */
export async function readPackageArchive(archive: PackageArchive): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(path.join(process.cwd(), archive))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const { title, script } = ARCHIVES[archive]
    throw new AppError('NOT_FOUND', {
      message: `${title} has not been built on this server.`,
      suggestedAction: `Ask the operator of this site to run “npm run ${script}”.`,
    })
  }
}
