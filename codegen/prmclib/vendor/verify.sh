#!/bin/sh
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#
# Checks that this copy of mlx5sig's layouts is as prmc has written it.
#
#	sh verify		compares every file with mlx5sig.manifest, and that with its own digest
#	sh verify SPEC		also compares the spec that it was made of with the folder SPEC
#
# Exit status: 0 unchanged, 1 edited or out of date, 2 not determined.

here=$(dirname -- "$0") || exit 2
manifest=$here/mlx5sig.manifest
spec=${1:-$MLX5SIG_SPEC}

if command -v sha256sum >/dev/null 2>&1; then
	digest() { sha256sum | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null 2>&1; then
	digest() { shasum -a 256 | cut -d ' ' -f 1; }
elif command -v openssl >/dev/null 2>&1; then
	digest() { openssl dgst -sha256 | sed 's/.* //'; }
else
	echo "verify: sha256sum, shasum or openssl is needed" >&2
	exit 2
fi
if [ ! -r "$manifest" ]; then
	echo "verify: $manifest cannot be read" >&2
	exit 2
fi
if ! grep -q '^format: 1$' "$manifest"; then
	echo "verify: $manifest has a format that this script does not know" >&2
	exit 2
fi
if [ -n "$spec" ] && [ ! -d "$spec" ]; then
	echo "verify: $spec is not a folder; give the spec/ of mlx5sig" >&2
	exit 2
fi

count=0
specs=0
bad=0
if [ "$(sed -n '$p' "$manifest")" != "manifest: $(sed '$d' "$manifest" | digest)" ]; then
	echo "$manifest: edited"
	bad=1
fi
unknown=0
while read -r key want name; do
	case $key in
	file:)	path=$here/$name; what="edited" ;;
	spec:)	[ -n "$spec" ] || continue
		path=$spec/${name#*spec/}
		specs=$((specs + 1))
		what="the spec has changed since; \`prmc vendor --diff $here\` shows whether that matters" ;;
	*)	continue ;;
	esac
	[ "$key" = spec: ] || count=$((count + 1))
	if [ ! -e "$path" ]; then
		echo "$path: missing"
		bad=$((bad + 1))
	elif [ ! -f "$path" ] || [ ! -r "$path" ]; then
		echo "$path: cannot be read" >&2
		unknown=$((unknown + 1))
	else
		got=$(digest <"$path")
		if [ ${#got} -ne 64 ]; then
			echo "$path: no digest" >&2
			unknown=$((unknown + 1))
		elif [ "$got" != "$want" ]; then
			echo "$path: $what"
			bad=$((bad + 1))
		fi
	fi
done <"$manifest"

if [ "$count" -eq 0 ]; then
	echo "verify: $manifest names no files" >&2
	exit 2
fi
[ "$bad" -eq 0 ] || exit 1
[ "$unknown" -eq 0 ] || exit 2
[ "$specs" -eq 0 ] || count="$count files and the $specs of the spec that they are made of"
[ "$specs" -ne 0 ] || count="$count files"
echo "$count, unchanged"
