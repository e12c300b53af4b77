/** The package that stock resources come from when the bundle has none of that name. */
export const stockPackage = '@goondan/base';
