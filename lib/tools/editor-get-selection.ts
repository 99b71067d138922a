/** `editor.getSelection`: what the person has marked in the text in front of them. Floor 3. */
import { type EditorRange, rangeOf } from '../contract/editing/positions.ts'
import { readActive } from '../workspace/read-active.ts'
import { EDITOR_AVAILABILITY, modeWord, ownerOf, rangeSchema } from './editor-schemas.ts'
import type { Tool } from './tool.ts'
import { pathField } from './vault-schemas.ts'

type Output = {
  text: string
  isEmpty: boolean
  range?: EditorRange
  filePath?: string
  mode?: 'source' | 'preview' | 'unknown'
}

export const getSelection: Tool<Record<string, never>, Output> = {
  name: 'editor.getSelection',
  title: 'Read the selection',
  description:
    'Returns what the caller has selected in the text that is in front on their Vault page, with everything typed so far, and where it is.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: EDITOR_AVAILABILITY,
  inputSchema: { type: 'object', additionalProperties: false, required: [], properties: {} },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text', 'isEmpty'],
    properties: {
      text: { type: 'string', description: 'What is selected; empty when only the cursor is there.' },
      isEmpty: { type: 'boolean', description: 'Whether nothing is selected.' },
      range: rangeSchema('Where it is; both ends are the cursor when nothing is selected.'),
      filePath: pathField('The file in front.'),
      mode: {
        enum: ['source', 'preview', 'unknown'],
        description: 'Whether the person sees the source of the text or what it looks like.',
      },
    },
  },
  preview: 'Read what is selected in the editor',
  async run(_input, world) {
    const active = await readActive(world.db, ownerOf(world), world)
    const { path, text, anchor, head } = active
    const selected = text.slice(Math.min(anchor, head), Math.max(anchor, head))
    return {
      text: selected,
      isEmpty: selected === '',
      range: rangeOf(text, active),
      filePath: path,
      mode: modeWord(active),
    }
  },
}
