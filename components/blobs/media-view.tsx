/** A picture, a sound or a film of a result. */
type MediaViewProps = { kind: 'picture' | 'sound' | 'film'; url: string; name: string }

export function MediaView({ kind, url, name }: MediaViewProps) {
  if (kind === 'sound')
    // biome-ignore lint/a11y/useMediaCaption: a result has no captions
    return <audio controls preload="metadata" src={url} aria-label={name} className="w-full max-w-md" />
  if (kind === 'film')
    return (
      // biome-ignore lint/a11y/useMediaCaption: a result has no captions
      <video
        controls
        preload="metadata"
        src={url}
        aria-label={name}
        className="max-h-96 max-w-full rounded-md border border-border bg-black"
      />
    )
  return (
    // biome-ignore lint/performance/noImgElement: an optimiser would store parts of it
    <img
      src={url}
      alt={name}
      className="max-h-80 max-w-full rounded-md border border-border"
      loading="lazy"
    />
  )
}
