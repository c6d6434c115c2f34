//! Colours as eyes of four kinds see them.

/// A colour of the screen, each part from 0 to 1, as sRGB encodes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rgb([f64; 3]);

/// Kinds of eyes: all cones, or one of the three missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eye {
    Common,
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

impl Eye {
    pub(crate) const ALL: [Self; 4] = [
        Self::Common,
        Self::Protanopia,
        Self::Deuteranopia,
        Self::Tritanopia,
    ];

    /// What linear red, green and blue become.
    ///
    /// Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, « A Physiologically-based
    /// Model for Simulation of Color Vision Deficiency », IEEE Transactions on
    /// Visualization and Computer Graphics 15 (2009), the table for severity 1.0.
    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Common => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }

    /// The colour that a common eye would have to be shown to see the same.
    pub(crate) fn sees(self, colour: Rgb) -> Rgb {
        let linear = colour.linear();
        Rgb(self.matrix().map(|row| {
            let sum: f64 = row
                .iter()
                .zip(linear)
                .map(|(part, light)| part * light)
                .sum();
            encode(sum.clamp(0.0, 1.0))
        }))
    }
}

/// From the light of a part to what sRGB writes for it (IEC 61966-2-1).
fn encode(light: f64) -> f64 {
    if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// The other way.
fn decode(part: f64) -> f64 {
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

impl Rgb {
    /// Reads `rgb(1, 2, 3)`, as browsers give the computed value of an opaque colour.
    pub(crate) fn from_css(css: &str) -> Option<Self> {
        let parts = css.strip_prefix("rgb(")?.strip_suffix(')')?;
        let mut read = [0.0; 3];
        let mut parts = parts.split(',');
        for part in &mut read {
            *part = f64::from(parts.next()?.trim().parse::<u8>().ok()?) / 255.0;
        }
        parts.next().is_none().then_some(Self(read))
    }

    fn linear(self) -> [f64; 3] {
        self.0.map(decode)
    }

    /// The contrast with another colour by WCAG 2.2, from 1 to 21.
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let luminance = |colour: Self| {
            let [red, green, blue] = colour.linear();
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (a, b) = (luminance(self), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The distance to another colour in CIELAB (CIE 1976, white D65).
    pub(crate) fn distance(self, other: Self) -> f64 {
        let (a, b) = (self.lab(), other.lab());
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f64>()
            .sqrt()
    }

    fn lab(self) -> [f64; 3] {
        let [red, green, blue] = self.linear();
        let curve = |part: f64| {
            let edge: f64 = 6.0 / 29.0;
            if part > edge.powi(3) {
                part.cbrt()
            } else {
                part / (3.0 * edge * edge) + 4.0 / 29.0
            }
        };
        let x = curve((0.412_456 * red + 0.357_576 * green + 0.180_438 * blue) / 0.950_47);
        let y = curve(0.212_673 * red + 0.715_152 * green + 0.072_175 * blue);
        let z = curve((0.019_334 * red + 0.119_192 * green + 0.950_304 * blue) / 1.088_83);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }
}

/// Values that are known from elsewhere; run with the browser tests, which lean on
/// them.
pub(crate) fn check_known_values() -> Result<(), String> {
    let colour = |css: &str| Rgb::from_css(css).ok_or_else(|| format!("{css} is not read"));
    let (white, black) = (colour("rgb(255, 255, 255)")?, colour("rgb(0, 0, 0)")?);
    let (red, green) = (colour("rgb(200, 0, 0)")?, colour("rgb(90, 110, 0)")?);
    let near = |what: &str, value: f64, wanted: f64, by: f64| {
        if (value - wanted).abs() <= by {
            Ok(())
        } else {
            Err(format!("{what} is {value}, not {wanted}"))
        }
    };
    near("black on white", white.contrast(black), 21.0, 0.001)?;
    near("from black to white", white.distance(black), 100.0, 0.01)?;
    // The grey that WCAG names as the lightest for text on white.
    let grey = colour("rgb(118, 118, 118)")?;
    near("grey on white", white.contrast(grey), 4.54, 0.01)?;
    for eye in Eye::ALL {
        // A grey stays what it is.
        near("grey", eye.sees(grey).distance(grey), 0.0, 0.5)?;
    }
    // A red and a green that protanopes confuse, and others do not.
    let apart = |eye: Eye| eye.sees(red).distance(eye.sees(green));
    if apart(Eye::Common) < 60.0 || apart(Eye::Protanopia) > 40.0 {
        return Err(format!(
            "red and green: {} and {} apart",
            apart(Eye::Common),
            apart(Eye::Protanopia)
        ));
    }
    if Rgb::from_css("rgba(0, 0, 0, 0.5)").is_some() || Rgb::from_css("rgb(1, 2)").is_some() {
        return Err("what is no opaque colour is read".to_owned());
    }
    Ok(())
}
