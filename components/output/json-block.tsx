import type { Json } from '#lib/kernel/json/json.ts'
import { CopyButton } from '../ui/copy-button.tsx'

export function JsonBlock({ value, label }: { value: Json; label: string }) {
  const text = JSON.stringify(value, null, 2)
  return (
    <div className="relative">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md bg-muted p-3 pr-12"
      >
        <pre className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">{text}</pre>
      </section>
      <CopyButton text={text} label={`Copy: ${label}`} className="absolute top-2 right-2" />
    </div>
  )
}
