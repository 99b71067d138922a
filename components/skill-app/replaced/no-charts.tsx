/** The chart library would take 100 KiB. Replaces the charts of tables. */
export function TableChart() {
  return <p className="text-muted-foreground text-sm">Charts are drawn on the site.</p>
}

/** Examples are not shown in a frame. */
export function AutomaticChart() {
  return null
}
