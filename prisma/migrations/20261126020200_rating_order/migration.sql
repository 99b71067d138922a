-- The catalogue in the order of its ratings: a Bayesian mean, with five ratings of 3.5 added.

CREATE INDEX "CatalogEntry_rating_idx" ON "CatalogEntry" ((("ratingPoints" + 17.5) / ("ratings" + 5)) DESC, "name");
