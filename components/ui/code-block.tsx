import { CopyButton } from './copy-button.tsx'

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds text */}
      <pre
        className="max-h-128 overflow-auto rounded-md border border-border bg-muted/50 p-3 pr-12 text-xs leading-relaxed"
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {text}
      </pre>
      <CopyButton
        text={text}
        label={`Copy: ${label}`}
        variant="ghost"
        className="absolute top-1.5 right-1.5 bg-card/80"
      />
    </div>
  )
}
