import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { ResultView } from './result-view.tsx'

/** Drawing more at each new part would keep the page from responding. */
const MAX_SHOWN = 500

/** Shows the parts that a run has emitted: texts as one text, others as a list or table. */
export function PartList({ parts, stream }: { parts: readonly Json[]; stream?: JsonSchema }) {
  const isText = parts.every((part) => typeof part === 'string')
  const shown = parts.slice(-MAX_SHOWN)
  return (
    <div role="log" aria-label="Parts of the output" className="grid min-w-0 gap-3">
      {!isText && parts.length > MAX_SHOWN && (
        <p className="text-muted-foreground text-sm">
          The last {MAX_SHOWN} of {parts.length.toLocaleString('en')} parts:
        </p>
      )}
      {isText ? (
        <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{parts.join('')}</p>
      ) : (
        <ResultView value={shown} schema={listSchema(stream)} />
      )}
    </div>
  )
}

/** Lifts the definitions of a part's schema, to which its references lead from the root. */
function listSchema(stream: JsonSchema | undefined): JsonSchema | undefined {
  if (!stream) return undefined
  const { $defs, definitions } = stream
  return {
    type: 'array',
    items: stream,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
}
