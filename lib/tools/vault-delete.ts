/** `vault.delete`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.8. */
import { type Deleted, deleteFile } from '../vault/delete.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & { path: string; trash?: boolean; requireExists?: boolean }

export const vaultDelete: Tool<Input, Deleted> = {
  name: 'vault.delete',
  title: 'Delete',
  description:
    'Deletes a file of the vault, or a folder with all that is in it: into the trash, from which it can be restored, unless it is told to delete for good.',
  riskLevel: 'writes',
  sideEffects: ['Moves the file or the folder into the trash.', 'Forgets it and its history, without trash.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: pathToTake('What to delete: a file or a folder.'),
      trash: {
        type: 'boolean',
        default: true,
        description: 'Keep it in the trash for a while; false deletes it for good, with its history.',
      },
      requireExists: {
        type: 'boolean',
        default: true,
        description: 'Whether it is an error when nothing is there.',
      },
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'deleted'],
    properties: {
      path: pathField('What was deleted.'),
      deleted: { type: 'boolean', description: 'False when nothing was there.' },
      trashed: { type: 'boolean', description: 'Whether it is in the trash.' },
    },
  },
  preview: [{ when: { trash: false }, say: 'Delete “{path}” for good' }, { say: 'Delete “{path}”' }],
  async run(input, world) {
    const { path, trash = true, requireExists = true } = input
    const wanted = { path, trash, requireExists }
    return observed(world, await deleteFile(vaultToWriteOfTool(world), wanted))
  },
}
