/** `vault.rename`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.7. */
import { COLLISION_STRATEGIES, type CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { type Renamed, rename } from '../vault/rename.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & { fromPath: string; toPath: string; collisionStrategy?: CollisionStrategy }

export const vaultRename: Tool<Input, Renamed> = {
  name: 'vault.rename',
  title: 'Rename or move',
  description: 'Renames or moves a file of the vault, or a folder with all that is in it.',
  riskLevel: 'writes',
  sideEffects: [
    'Moves the file or the folder; makes the folders it comes into.',
    'Deletes a file that is in its place, with “overwrite” only; it stays in the history.',
  ],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['fromPath', 'toPath'],
    properties: {
      fromPath: pathToTake('What to rename: a file or a folder.'),
      toPath: pathToTake('What it is to be called, with the folders it is to be in.'),
      collisionStrategy: {
        type: 'string',
        enum: [...COLLISION_STRATEGIES],
        description:
          'When something is there: “error” refuses, “create-unique” finds a name such as “Title (2).md”, “overwrite” replaces a file; error when absent.',
      },
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['fromPath', 'toPath'],
    properties: {
      fromPath: pathField('Where it was.'),
      toPath: pathField('Where it is: another name when a unique one was asked for.'),
    },
  },
  preview: [
    {
      when: { collisionStrategy: 'overwrite' },
      say: 'Rename “{fromPath}” to “{toPath}”, replacing a file that is there',
    },
    {
      when: { collisionStrategy: 'create-unique' },
      say: 'Rename “{fromPath}” to “{toPath}”, or to another name if that is taken',
    },
    { say: 'Rename “{fromPath}” to “{toPath}”' },
  ],
  async run(input, world) {
    const { fromPath, toPath, collisionStrategy } = input
    const wanted = { fromPath, toPath, ...(collisionStrategy && { collisionStrategy }) }
    return observed(world, await rename(vaultToWriteOfTool(world), wanted))
  },
}
