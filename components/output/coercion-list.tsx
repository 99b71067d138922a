import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Coercion } from '#lib/execution/run-view.ts'

/** What was converted in the input, and to what; nothing when it came right. */
export function CoercionList({ coercions }: { coercions: Coercion[] }) {
  if (coercions.length === 0) return null
  return (
    <div className="grid gap-2 text-sm">
      <p>Converted before the run, with nothing lost:</p>
      <ul className="grid gap-1">
        {coercions.map(({ path, from, to }) => (
          <li key={path} className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{pointerKeys(path).join(' → ') || 'the whole input'}</span>
            <code className="rounded bg-muted px-1.5 text-xs">{JSON.stringify(from)}</code>
            <span aria-hidden>→</span>
            <span className="sr-only">became</span>
            <code className="rounded bg-muted px-1.5 text-xs">{JSON.stringify(to)}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
