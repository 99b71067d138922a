import { importRepository, listRepository } from '#lib/publishing/repositories/import-repository.ts'
import { toRestImports, toRestRepository } from '#lib/publishing/repositories/rest-repository.ts'
import { connectToInstallation, siteUrl } from '../../server/installation/run-file.ts'
import { contextForPublisher } from '../acting-context.ts'
import type { CommandInput } from '../cli-command.ts'
import type { Repositories } from './import-repository.ts'

/** Asks this installation, as the person that the options name. */
export async function repositoriesAtInstallation({
  email,
  publisher,
}: CommandInput['options']): Promise<Repositories> {
  connectToInstallation()
  const ctx = await contextForPublisher(email, publisher)
  return {
    origin: siteUrl(),
    list: async (address) => toRestRepository(await listRepository(ctx, address)),
    import: async (choice) => toRestImports(await importRepository(ctx, choice)),
  }
}
