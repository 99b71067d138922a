/** Shows Markdown as text: its parser would take 45 KiB. Replaces `lazy-markdown.tsx`. */
export function LazyMarkdown({ text, className }: { text: string; className?: string }) {
  return <p className={`whitespace-pre-wrap [overflow-wrap:anywhere] ${className ?? ''}`}>{text}</p>
}
