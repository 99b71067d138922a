/** `vault.ensureFolder`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.1. */
import { type EnsuredFolder, ensureFolder } from '../vault/ensure-folder.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & { path: string }

export const vaultEnsureFolder: Tool<Input, EnsuredFolder> = {
  name: 'vault.ensureFolder',
  title: 'Make sure of a folder',
  description: 'Makes a folder in the vault, and the folders it is in, unless it is there already.',
  riskLevel: 'writes',
  sideEffects: ['Makes the folder, and those it is in, where they are missing.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: pathToTake('The folder: “Projects/2026”.'),
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'created'],
    properties: {
      path: pathField('The folder.'),
      created: { type: 'boolean', description: 'False when it was there already.' },
    },
  },
  preview: 'Make the folder “{path}” unless it is there',
  run: async (input, world) =>
    observed(world, await ensureFolder(vaultToWriteOfTool(world), { path: input.path })),
}
