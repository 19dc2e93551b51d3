"""How pictures look: width of a column of print, colour, language, labels that are broken and never cut, and how they are saved.

Every picture can be read in greyscale and by the colour-blind: marks, hatches and written values differ, and the colours
differ in lightness too.
"""

from __future__ import annotations

import contextlib
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tapete.arena.names import SEES_EVERYTHING
from tapete.errors import BadOption, TapeteError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTHS = {"one": 3.5, "two": 7.2}  # inches: a column of a journal, and a whole page's width
FORMATS = ("svg", "png", "pdf")
DPI = 200
# Okabe and Ito's colours in an order in which neighbours differ in lightness too.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#222222", "#B8A000")
GREYS = ("0.25", "0.75", "0.45", "0.88", "0.35", "0.65", "0.1", "0.55")
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "+++", "ooo", "---")
MARKERS = "os^Dv<>Phx*"
LINES = ("-", "--", "-.", ":")

SPANISH = {
    "score": "puntuación",
    "score, 95 % interval": "puntuación, intervalo del 95 %",
    "par": "par",
    "unknown": "desconocido",
    "rating (Elo scale, mean 1500), 95 % interval": "fuerza (escala Elo, media 1500), intervalo del 95 %",
    "points per game": "puntos por partida",
    "points of {}": "puntos de {}",
    "games": "partidas",
    "decisions per game": "decisiones por partida",
    "turns per game": "turnos por partida",
    "seconds of processor per game": "segundos de procesador por partida",
    "milliseconds of processor per game": "milisegundos de procesador por partida",
    "milliseconds of processor per decision": "milisegundos de procesador por decisión",
    "points ahead": "puntos de ventaja",
    "points ahead, {}": "puntos de ventaja, {}",
    "points of {} less those of {}": "puntos de {} menos los de {}",
    "in games with": "en partidas con",
    "score of": "puntuación de",
    "ahead of": "por delante de",
    "share of games ahead": "proporción de partidas por delante",
    "seat": "asiento",
    "wins": "victorias",
    "draws": "empates",
    "losses": "derrotas",
    "published": "publicado",
    "calibration": "calibración",
    "measured": "medido",
    "ours": "nuestro",
    "last bar: and more": "última barra: y más",
    "share": "proporción",
    "mean": "media",
    "{} to {}": "{} a {}",
    "per cent of rounds": "por ciento de las rondas",
    "score against {}": "puntuación contra {}",
    "generation": "generación",
    " (sees everything)": " (lo ve todo)",
    "agreement": "acuerdo",
    "phase of the game": "fase de la partida",
    "against {}": "contra {}",
    "wins of 100 games against each": "victorias de 100 partidas contra cada uno",
    "fitness of the best, mean over runs": "aptitud del mejor, media de las ejecuciones",
    "highest best {}, last best {}, mean {}": "máximo {}, último mejor {}, media {}",
    "fitness in per cent, mean of {} runs": "aptitud en por ciento, media de {} ejecuciones",
    "mean ± 1 sd over runs": "media ± 1 d. t. entre ejecuciones",
    "best": "mejor",
    "worst": "peor",
    "best, fresh games against the bots": "el mejor, partidas nuevas contra los bots",
    "weight": "peso",
    "champions": "campeones",
    "population": "población",
    "weight in the last generation, mean over runs": "peso en la última generación, media de las ejecuciones",
    "the runs' best ({} dots)": "los mejores de las ejecuciones ({} puntos)",
    "the populations' means ({} dots)": "medias de las poblaciones ({} puntos)",
    "mean over the other settings": "media sobre los demás ajustes",
    # Reports of trainings
    "fitness in per cent": "aptitud en por ciento",
    "best in training": "mejor en el entrenamiento",
    "chosen champions, fresh deals, 95 %": "campeones elegidos, repartos nuevos, 95 %",
    ", chosen champions {}": ", campeones elegidos {}",
    "best of the last generation in training": "mejor de la última generación en el entrenamiento",
    "champions, chosen on fresh deals": "campeones, elegidos con repartos nuevos",
    "weight, mean over runs": "peso, media de las ejecuciones",
    "the runs' best in training ({} dots)": "los mejores de las ejecuciones en el entrenamiento ({} puntos)",
    "the runs' champions, chosen on fresh deals ({} dots)": "los campeones de las ejecuciones, elegidos con repartos nuevos "
    "({} puntos)",
    "single runs": "ejecuciones sueltas",
    "mean over runs": "media de las ejecuciones",
    "mean distance from the middle of the population": "distancia media al centro de la población",
    "fixed": "fija",
    "coevolution": "coevolución",
    "Fitness by generation.": "Aptitud por generación.",
    "Weights of the whole population.": "Pesos de toda la población.",
    "Weights of each generation's best in training.": "Pesos del mejor de cada generación en el entrenamiento.",
    "Weights of the champions, which were chosen on fresh deals, beside the last generation.": "Pesos de los campeones, "
    "elegidos con repartos nuevos, junto a la última generación.",
    "Weights of the last generation.": "Pesos de la última generación.",
    "How far the runs agree.": "Hasta qué punto coinciden las ejecuciones.",
    "Diversity of the population.": "Diversidad de la población.",
    "Where this comes from": "De dónde sale esto",
    "To cite the program": "Para citar el programa",
    "Training session {}": "Sesión de entrenamiento {}",
    "Training of {} ({})": "Entrenamiento de {} ({})",
    "A network for {} by {}": "Una red para {} por {}",
    "Trainings of {} compared": "Entrenamientos de {} comparados",
    "This training is not finished; the report shows how far it has come.": "Este entrenamiento no ha terminado; el informe "
    "muestra hasta dónde ha llegado.",
    "{} weights, too many to list; `individuals.csv` has them all.": "{} pesos, demasiados para una lista; "
    "`individuals.csv` los tiene todos.",
    "The runs' champions": "Los campeones de las ejecuciones",
    "The runs' best in training": "Los mejores de las ejecuciones en el entrenamiento",
    ", weight by weight. Runs agree within a twentieth of the bounds and differ over more than half of them; a weight at "
    "an end of its bounds makes a specialist": ", peso a peso. Las ejecuciones coinciden dentro de un veinteavo de los límites y "
    "difieren si ocupan más de la mitad; un peso en un extremo de sus límites hace un especialista",
    "agree": "coinciden",
    "differ": "difieren",
    "in between": "entre medias",
    "none: moderate": "ninguno: moderado",
    "{} of {} at {}": "{} de {} en {}",
    "deviation": "desviación",
    "range": "intervalo de valores",
    "runs": "ejecuciones",
    "run": "ejecución",
    "run {}": "ejecución {}",
    "at an end of its bounds": "en un extremo de sus límites",
    "Weights of the champions of the runs, chosen on fresh deals.": "Pesos de los campeones de las ejecuciones, elegidos con "
    "repartos nuevos.",
    "The training chose that of run {}.": "El entrenamiento eligió el de la ejecución {}.",
    "generations": "generaciones",
    "games in training": "partidas de entrenamiento",
    "games of choosing and measuring champions": "partidas para elegir y medir campeones",
    "CPU time": "tiempo de CPU",
    "time": "tiempo",
    "opponents in training": "rivales en el entrenamiento",
    "opponents on fresh deals": "rivales con repartos nuevos",
    "each other": "entre ellos",
    "quantity": "magnitud",
    "amount": "cantidad",
    "What the training took, and whom it was measured by.": "Lo que costó el entrenamiento y contra quién se midió.",
    "in training": "en el entrenamiento",
    "fresh deals [95 %]": "repartos nuevos [95 %]",
    "v {}": "contra {}",
    "The champions of the runs, in per cent. The score in training is that of the luckiest and flatters; the one on fresh "
    "deals does not. Intervals are over deals, that of the mean over runs.": "Los campeones de las ejecuciones, en por ciento. "
    "La puntuación en el entrenamiento es la del más afortunado y halaga; la de los repartos nuevos, no. Los intervalos son "
    "sobre repartos; el de la media, sobre ejecuciones.",
    "The best of them, on {} other games: {} %.": "El mejor de ellos, en otras {} partidas: {} %.",
    "training": "entrenamiento",
    "played by": "jugado por",
    "mean [95 %]": "media [95 %]",
    "worst to best": "de peor a mejor",
    "Trainings of {}, in per cent: the champions of all runs on the same fresh deals against {}. Intervals are over runs. The "
    "best is the champion that the training chose, on other deals. Games and CPU time are those of the training.": (
        "Entrenamientos de {}, en por ciento: los campeones de todas las ejecuciones en los mismos repartos nuevos contra {}. "
        "Los intervalos son sobre ejecuciones. El mejor es el campeón que eligió el entrenamiento, con otros repartos. Las "
        "partidas y el tiempo de CPU son los del entrenamiento."
    ),
    "How the trainings came along (left), and their champions on the same fresh deals (right); mean over runs, 95 % intervals "
    "over runs where there are several.": "Cómo avanzaron los entrenamientos (izquierda) y sus campeones en los mismos "
    "repartos nuevos (derecha); media de las ejecuciones, intervalos del 95 % sobre ejecuciones donde hay varias.",
    "Champions against each other, from every seat: score of the row's runs against the column's, a draw being half. Intervals "
    "are over runs; over deals where both have one run.": "Campeones entre sí, desde todos los asientos: puntuación de las "
    "ejecuciones de la fila contra las de la columna; un empate vale la mitad. Los intervalos son sobre ejecuciones; sobre "
    "repartos donde ambos tienen una sola.",
    "Differences in points: the row's training less the column's, 95 % intervals over runs.": "Diferencias en puntos: el "
    "entrenamiento de la fila menos el de la columna, intervalos del 95 % sobre ejecuciones.",
    "Played by {}.": "Jugado por {}.",
    "as the game has them": "las del juego",
    "champions, fresh deals": "campeones, repartos nuevos",
    "against the champions of": "contra los campeones de",
    "less": "menos",
    "difference": "diferencia",
    "fitness of the best in training": "aptitud del mejor en el entrenamiento",
    "fresh games of each generation's best": "partidas nuevas del mejor de cada generación",
    "CPU-minutes": "minutos de CPU",
    "score against the rivals, mean": "puntuación contra los rivales, media",
    "fixed rivals": "rivales fijos",
    "update": "actualización",
    "Score at each check against {}, 95 % intervals. The best check is kept and measured on other deals.": "Puntuación en cada "
    "control contra {}, intervalos del 95 %. El mejor control se guarda y se mide con otros repartos.",
    "No check has been made: there is no curve.": "No se ha hecho ningún control: no hay curva.",
    "On deals that had no part in training or in choosing.": "Con repartos que no tuvieron parte en el entrenamiento ni en la "
    "elección.",
}


class NoPlots(TapeteError):
    """Error for pictures without Matplotlib."""


@dataclass(frozen=True)
class Look:
    """Style and language of all figures of a report."""

    columns: str = "two"
    language: str = "en"
    colour: bool = True
    outliers: bool = False  # whether box plots show single games beyond the whiskers

    def __post_init__(self) -> None:
        if self.columns not in WIDTHS:
            raise BadOption(f"--columns {self.columns}: must be one of {', '.join(WIDTHS)}")
        if self.language not in ("en", "es"):
            raise BadOption(f"--language {self.language}: must be en or es")

    @property
    def width(self) -> float:
        return WIDTHS[self.columns]

    @property
    def longest(self) -> int:
        """Characters of a label before it goes on in another line."""
        return 34 if self.columns == "two" else 20

    @property
    def map(self) -> str:
        """A scale whose lightness rises evenly."""
        return "cividis" if self.colour else "Greys_r"

    def word(self, text: str, *values: Any) -> str:
        """A label in the reader's language."""
        return (SPANISH.get(text, text) if self.language == "es" else text).format(*values)

    def name(self, text: str) -> str:
        """An agent's name, its mark in the reader's language, broken into lines."""
        return broken(self.named(text), self.longest)

    def named(self, text: str) -> str:
        """An agent's name, its mark in the reader's language."""
        mark = " (sees everything)"
        return text.removesuffix(mark) + self.word(mark) if text.endswith(mark) else text

    def fill(self, i: int) -> str:
        return (COLOURS if self.colour else GREYS)[i % len(COLOURS)]

    def line(self, i: int) -> str:
        """A colour for lines and marks, which need to be darker than areas in greyscale."""
        return COLOURS[i % len(COLOURS)] if self.colour else ("0.0", "0.4", "0.25", "0.55")[i % 4]

    @contextlib.contextmanager
    def active(self) -> Iterator[None]:
        """Apply this look to everything drawn inside the block."""
        try:
            from matplotlib import rc_context
        except ImportError:
            raise NoPlots("plots need matplotlib: pip install 'tapete[plots]'") from None
        with rc_context(
            {
                "font.size": 8,
                "axes.labelsize": 8,
                "xtick.labelsize": 7.5,
                "ytick.labelsize": 7.5,
                "legend.fontsize": 7.5,
                "legend.frameon": False,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.linewidth": 0.6,
                "grid.linewidth": 0.3,
                "hatch.linewidth": 0.4,
                "lines.linewidth": 1.2,
                "svg.fonttype": "none",  # text stays text: it can be searched, read aloud and edited
                "svg.hashsalt": "tapete",
                "pdf.fonttype": 42,
                "axes.formatter.use_mathtext": True,
            }
        ):
            yield


DEFAULT = Look()


def figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise NoPlots("plots need matplotlib: pip install 'tapete[plots]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def short(text: str, longest: int = 34) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def broken(text: str, longest: int) -> str:
    """A label in lines of at most so many characters, broken after commas, colons and spaces where there are any.

    What belongs together stays together: a number and its per cent sign, both sides of an equals sign, the mark of an agent.
    """
    lines, line = [], ""
    for part in re.findall(r"[^,:;/ \n]*[,:;/ \n]+|[^,:;/ \n]+", kept_together(text)):
        while len(part.rstrip()) > longest:
            if line:
                lines.append(line.rstrip())
            sign = 1 + max(part.rfind(sign, 0, longest) for sign in "=_-.")
            cut = sign if sign >= 4 else longest
            lines.append(part[:cut])
            line, part = "", part[cut:]
        if line and len((line + part).rstrip()) > longest:
            lines.append(line.rstrip())
            line = ""
        line += part
    return "\n".join([*lines, line.rstrip()] if line.strip() else lines)


FIXED = "\N{NO-BREAK SPACE}"


def kept_together(text: str) -> str:
    """Return a label in which the spaces that must not end a line are non-breaking."""
    text = re.sub(r"(\d) %", rf"\1{FIXED}%", text).replace(" = ", f"{FIXED}={FIXED}")
    for mark in (SEES_EVERYTHING, SPANISH[SEES_EVERYTHING]):
        text = text.replace(mark, " " + mark.strip().replace(" ", FIXED))
    return text


def height_of(labels: Sequence[str], each: float = 0.24, line: float = 0.125) -> float:
    """Inches that rows with these labels need together: rows are equally high, so the longest label says how high."""
    return len(labels) * max((max(each, 0.08 + line * (1 + label.count("\n"))) for label in labels), default=0.0)


def legend_columns(labels: Sequence[str], look: Look) -> int:
    """How many entries of a legend fit beside each other above a picture."""
    longest = max((len(label) for label in labels), default=0)
    most = int((100 if look.columns == "two" else 44) // (longest + 7))
    return max(1, min(len(labels), most))


def save(drawn: Figure, folder: Path, name: str) -> str:
    """Write a picture in every format, without dates; return the SVG's text."""
    folder.mkdir(parents=True, exist_ok=True)
    with DEFAULT.active():
        for ending in FORMATS:
            dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[ending]
            drawn.savefig(folder / f"{name}.{ending}", dpi=DPI, metadata=dated)
    return (folder / f"{name}.svg").read_text(encoding="utf-8")


# What is wrong with a picture


def problems(drawn: Figure) -> list[str]:
    """Texts that leave the picture or lie on other texts, whiskers that leave their axes; the tests find none in any picture."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    canvas = FigureCanvasAgg(drawn)
    canvas.draw()
    renderer = canvas.get_renderer()
    boxes, absent = [], undrawn(drawn)
    for text in drawn.findobj(Text):
        if not isinstance(text, Text) or not text.get_visible() or not text.get_text().strip() or id(text) in absent:
            continue
        box = text.get_window_extent(renderer)
        if box.width and box.height:
            boxes.append((text.get_text(), box))
    width, height = drawn.bbox.width, drawn.bbox.height
    found = [
        f"{label!r} leaves the picture"
        for label, box in boxes
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1
    ]
    for (first, a), (second, b) in itertools.combinations(boxes, 2):
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1.5:
            found.append(f"{first!r} overlaps {second!r}")
    return found + outside(drawn, renderer)


def outside(drawn: Figure, renderer: Any) -> list[str]:
    """Whiskers that are not clipped and go on beyond their axes, where they strike labels through."""
    from matplotlib.collections import LineCollection

    found = []
    for axes in drawn.axes:
        room = axes.get_window_extent(renderer).padded(2)
        for whiskers in axes.collections:
            if not isinstance(whiskers, LineCollection) or whiskers.get_clip_on():
                continue
            for segment in whiskers.get_segments():
                (left, low), (right, high) = whiskers.get_transform().transform(segment)[[0, -1]]
                if (
                    min(left, right) < room.x0
                    or max(left, right) > room.x1
                    or min(low, high) < room.y0
                    or max(low, high) > room.y1
                ):
                    found.append("a whisker leaves its axes")
    return found


def undrawn(drawn: Figure) -> set[int]:
    """Labels of ticks outside the axes' limits, which exist and are not drawn."""
    found = set()
    for axes in drawn.axes:
        for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            low, high = min(limits), max(limits)
            span = (high - low) * 1e-6
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not axes.get_visible() or not low - span <= tick.get_loc() <= high + span:
                    found |= {id(tick.label1), id(tick.label2)}
    return found
