import { listMintedKeys, MintFields, mintKey, revokeMintedKey } from '../../auth/mint-key.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import { toBodySchema } from '../../runs/start/run-options.ts'
import type { BoxTool } from './tool-box.ts'

const NOTHING: JsonSchema = { type: 'object', properties: {} }

/** The tools of `/mcp?for=keys`. */
export const KEY_TOOLS: readonly BoxTool[] = [
  {
    name: 'mint_key',
    description:
      'Mint an API key that can do at most what yours can, for a program that you start. What is left out is as yours. Its calls count for your budget. The key is in this answer only.',
    parameters: toBodySchema(MintFields),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run: (ctx, params) => mintKey(ctx, params),
  },
  {
    name: 'list_keys',
    description: 'List your key and the valid keys minted from it, with what they have spent.',
    parameters: NOTHING,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: async (ctx) => ({ keys: await listMintedKeys(ctx) }),
  },
  {
    name: 'revoke_key',
    description: 'Revoke a key that was minted from yours, and the keys minted from it. Cannot be undone.',
    parameters: {
      type: 'object',
      properties: { id: { type: 'string', maxLength: 64 } },
      required: ['id'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    run: async (ctx, { id }) => {
      await revokeMintedKey(ctx, id)
      return { id: String(id), revoked: true }
    },
  },
]
