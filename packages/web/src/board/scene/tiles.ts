import field from './wood/field.webp';
import maple from './wood/maple.webp';
import paint from './wood/paint.webp';
import rosewood from './wood/rosewood.webp';

/** Pictures of woods and paint, by name. Their sizes are cells. */
export const TILES = {
  maple: { url: maple, width: 8, height: 3 },
  rosewood: { url: rosewood, width: 8, height: 3 },
  field: { url: field, width: 8, height: 6 },
  paint: { url: paint, width: 4, height: 3 },
} as const;
