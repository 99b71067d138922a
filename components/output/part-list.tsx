import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { ResultView } from './result-view.tsx'

/** Drawing more at each new part would keep the page from responding. */
const MAX_SHOWN = 500

/** Shows the parts that a run has emitted: parts of one text each as one text, others as a table. */
export function PartList({ parts, stream }: { parts: readonly Json[]; stream?: JsonSchema }) {
  const texts = parts.flatMap(collectTexts)
  const isText = texts.length === parts.length
  const shown = parts.slice(-MAX_SHOWN)
  return (
    <div role="log" aria-label="Parts of the output" className="grid min-w-0 gap-3">
      {!isText && parts.length > MAX_SHOWN && (
        <p className="text-muted-foreground text-sm">
          The last {MAX_SHOWN} of {parts.length.toLocaleString('en')} parts:
        </p>
      )}
      {isText ? (
        <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">{texts.join('')}</p>
      ) : (
        <ResultView value={shown} schema={listSchema(stream)} />
      )}
    </div>
  )
}

/** Returns the text of a part that has nothing else, such as `{"text": "…"}`; else nothing. */
function collectTexts(part: Json): string[] {
  const [only, ...more] = isObject(part) ? Object.values(part) : []
  return typeof only === 'string' && more.length === 0 ? [only] : []
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
