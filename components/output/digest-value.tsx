import { CopyButton } from '../ui/copy-button.tsx'
import { SHORT_DIGEST } from './digest.ts'

/** The beginning of a digest; the rest is a click away. */
export function DigestValue({ text, name }: { text: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <code className="text-xs" title={text}>
        {text.slice(0, SHORT_DIGEST)}…
      </code>
      <CopyButton text={text} label={`Copy ${name}`} variant="ghost" className="-my-1.5" />
    </span>
  )
}
