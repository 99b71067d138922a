/** A frame cannot fetch files, which need a session. Replaces `blob-view.tsx`. */
export function isBlobId(text: string): boolean {
  return /^blob:[\w-]+$/.test(text)
}

export function BlobPreview({ id }: { id: string }) {
  return <code className="text-sm">{id}</code>
}
